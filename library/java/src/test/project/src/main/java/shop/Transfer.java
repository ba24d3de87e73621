package shop;

public record Transfer(String iban) implements Payment {}
