package org.c4igateway.lab.transport;

import java.io.IOException;

/** This machine lacks what an exchange needs. The message says what, and how to get it. */
public final class CannotRunException extends IOException {
    private static final long serialVersionUID = 1;

    public CannotRunException(String message) {
        super(message);
    }
}
