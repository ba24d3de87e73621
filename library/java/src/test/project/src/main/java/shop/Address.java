package shop;

public record Address(String street, String city) {}
