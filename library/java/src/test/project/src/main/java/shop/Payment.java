package shop;

public sealed interface Payment permits Card, Transfer, OnDelivery {}
