package brine.testkit.corpus;

/** A generic record. */
public record Labelled<A>(String label, A value) {}
