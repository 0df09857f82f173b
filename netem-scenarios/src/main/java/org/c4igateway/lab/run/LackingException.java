package org.c4igateway.lab.run;

import java.io.IOException;

/** A prerequisite of a cell is missing on this machine. */
final class LackingException extends IOException {
    private static final long serialVersionUID = 1;

    LackingException(String message) {
        super(message);
    }

    LackingException(String message, Throwable cause) {
        super(message, cause);
    }
}
