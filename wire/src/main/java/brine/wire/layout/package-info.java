/** The byte layouts of Brine's formats as constants: what writers, readers, tests and hardware agree on. */
package brine.wire.layout;
