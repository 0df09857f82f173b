package org.c4igateway.dds.api;

import org.jspecify.annotations.Nullable;

/** A DDS implementation refused or failed. */
public sealed class DdsException extends RuntimeException
        permits UnsupportedQosException, UnsupportedSettingException, DdsUnavailableException, NotPermittedException {
    private static final long serialVersionUID = 1L;

    public DdsException(String message) {
        this(message, null);
    }

    public DdsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
