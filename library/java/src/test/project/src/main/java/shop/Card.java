package shop;

import java.time.YearMonth;

public record Card(String number, YearMonth expires) implements Payment {}
