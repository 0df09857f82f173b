package org.c4igateway.dds.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The implementation cannot be used on this machine. */
public final class DdsUnavailableException extends DdsException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    public DdsUnavailableException(String message, String remedy) {
        this(message, remedy, null);
    }

    public DdsUnavailableException(String message, String remedy, @Nullable Throwable cause) {
        super(message, cause);
        this.remedy = Objects.requireNonNull(remedy);
    }

    /** @return what the operator should do, as imperative sentences */
    public String remedy() {
        return remedy;
    }
}
