package shop;

public record Line(String article, int count, Money price) {}
