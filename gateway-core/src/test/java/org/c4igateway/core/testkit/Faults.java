package org.c4igateway.core.testkit;

/** Decides when a fake database is away. A thrown exception is what the caller of the port meets. */
public interface Faults {
    /** A database that is always there. */
    Faults NONE = new Faults() {};

    /** Called before anything of {@code call} has happened. */
    default void before(String call) {}

    /** Called when {@code call} has taken effect: throwing here is a commit whose answer was lost. */
    default void after(String call) {}
}
