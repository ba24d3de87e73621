/** The byte layouts of Brine's formats as constants, on which writers, readers, tests and hardware agree. */
package brine.wire.layout;
