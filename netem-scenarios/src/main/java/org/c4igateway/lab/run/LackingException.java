package org.c4igateway.lab.run;

import java.io.IOException;

/** This machine lacks something that a cell needs. */
final class LackingException extends IOException {
    private static final long serialVersionUID = 1;

    LackingException(String message) {
        super(message);
    }

    LackingException(String message, Throwable cause) {
        super(message, cause);
    }
}
