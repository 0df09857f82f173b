package org.c4igateway.cli.doctor;

import java.util.Objects;

/**
 * The answer of one check.
 *
 * @param status whether the thing is usable
 * @param name what was looked at
 * @param detail what was found
 * @param remedy how to get what is missing, imperative; empty when there is nothing to do
 * @param neededByDemo whether the demonstration cannot run without it
 */
public record Finding(Status status, String name, String detail, String remedy, boolean neededByDemo) {
    /** How usable a thing is. */
    public enum Status {
        /** Usable. */
        OK,
        /** Usable with a limit, or not needed by everybody. */
        WARN,
        /** Not there or not usable. */
        MISSING
    }

    public Finding {
        Objects.requireNonNull(status);
        if (name.isBlank() || detail.isBlank()) {
            throw new IllegalArgumentException("a finding needs a name and a detail");
        }
        if (status == Status.MISSING && remedy.isBlank()) {
            throw new IllegalArgumentException("what is missing needs a remedy: " + name);
        }
    }

    static Finding ok(String name, String detail) {
        return new Finding(Status.OK, name, detail, "", false);
    }

    static Finding warn(String name, String detail, String remedy) {
        return new Finding(Status.WARN, name, detail, remedy, false);
    }

    static Finding missing(String name, String detail, String remedy) {
        return new Finding(Status.MISSING, name, detail, remedy, false);
    }

    Finding neededForDemo() {
        return new Finding(status, name, detail, remedy, true);
    }

    /** Whether this alone keeps the demonstration from running. */
    public boolean blocksDemo() {
        return neededByDemo && status == Status.MISSING;
    }
}
