package org.c4igateway.core.transport;

import java.util.List;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;

/**
 * Something that keeps messages back and that only an operator can end.
 *
 * @param code stable reason, one of {@link #CODES}
 * @param detail for people
 */
public record TransportAlarm(ErrorCode code, String detail) {
    /** All codes that alarms have. */
    public static final List<ErrorCode> CODES =
            List.of(ErrorCode.ADDRESS_CHANGED, ErrorCode.NAME_CONFLICT, ErrorCode.NOT_ADMITTED, ErrorCode.NO_ADDRESS);

    public TransportAlarm {
        Objects.requireNonNull(detail);
        if (!CODES.contains(code)) {
            throw new IllegalArgumentException(code + " is not a code of alarms");
        }
    }
}
