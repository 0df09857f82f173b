package org.c4igateway.dds.api;

/** The permissions of this participant do not allow it; see {@link DdsSecurity}. */
public final class NotPermittedException extends DdsException {
    private static final long serialVersionUID = 1L;

    public NotPermittedException(String message) {
        super(message);
    }
}
