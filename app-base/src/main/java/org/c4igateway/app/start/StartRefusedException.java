package org.c4igateway.app.start;

import org.jspecify.annotations.Nullable;

/** An application does not start, for a reason that an operator can correct. */
public final class StartRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    StartRefusedException(String problem, String remedy, @Nullable Throwable cause) {
        super(problem, cause);
        this.remedy = remedy;
    }

    /** @return what to do, as imperative sentences; empty when unknown */
    public String remedy() {
        return remedy;
    }
}
