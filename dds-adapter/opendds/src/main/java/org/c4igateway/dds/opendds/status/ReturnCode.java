package org.c4igateway.dds.opendds.status;

import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.WriteResult;
import org.jspecify.annotations.Nullable;

/** Return codes of DDS 1.4 (2.2.1.1). */
public final class ReturnCode {
    public static final int OK = 0;
    static final int BAD_PARAMETER = 3;
    static final int ALREADY_DELETED = 9;
    static final int TIMEOUT = 10;
    public static final int NO_DATA = 11;

    private static final String[] NAMES = {
        "ok",
        "error",
        "unsupported",
        "bad parameter",
        "precondition not met",
        "out of resources",
        "not enabled",
        "immutable policy",
        "inconsistent policy",
        "already deleted",
        "timeout",
        "no data",
        "illegal operation",
    };

    private ReturnCode() {}

    public static String describe(int code) {
        return (code >= 0 && code < NAMES.length ? NAMES[code] : "unknown") + " (" + code + ")";
    }

    public static void check(int code, String what) {
        if (code != OK) {
            throw new DdsException(what + ": " + describe(code));
        }
    }

    /** @return the entity when OpenDDS gave one; it logs the reason when it does not */
    public static <E> E created(@Nullable E entity, String what) {
        if (entity == null) {
            throw new DdsException(what + ": OpenDDS refuses; see its own log for the reason");
        }
        return entity;
    }

    /** @return the address when there is one */
    public static long opened(long address, String what) {
        if (address == 0) {
            throw new DdsException(what + ": OpenDDS has another type there");
        }
        return address;
    }

    public static WriteResult result(int code) {
        return switch (code) {
            case OK -> WriteResult.Written.INSTANCE;
            case TIMEOUT -> WriteResult.TimedOut.INSTANCE;
            case ALREADY_DELETED -> WriteResult.Closed.INSTANCE;
            case BAD_PARAMETER -> new WriteResult.Refused(describe(code));
            default -> new WriteResult.Failed(code, describe(code));
        };
    }
}
