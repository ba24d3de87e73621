package shop;

public record OnDelivery() implements Payment {}
