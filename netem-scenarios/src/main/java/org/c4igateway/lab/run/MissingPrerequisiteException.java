package org.c4igateway.lab.run;

import java.io.IOException;

/** A prerequisite of a cell is missing on this machine. */
final class MissingPrerequisiteException extends IOException {
    private static final long serialVersionUID = 1;

    MissingPrerequisiteException(String message) {
        super(message);
    }

    MissingPrerequisiteException(String message, Throwable cause) {
        super(message, cause);
    }
}
