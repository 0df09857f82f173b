package org.c4igateway.cli.security;

/** Credentials cannot be made; the message says why and what to do. */
public final class SecuritySetupException extends Exception {
    private static final long serialVersionUID = 1L;

    SecuritySetupException(String message) {
        super(message);
    }
}
