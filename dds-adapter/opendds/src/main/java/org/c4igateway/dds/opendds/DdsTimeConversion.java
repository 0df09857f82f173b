package org.c4igateway.dds.opendds;

import DDS.Duration_t;
import DDS.Time_t;
import java.time.Duration;
import org.c4igateway.dds.api.qos.QosPolicy;

/** Between the times of the API and those of OpenDDS, which count seconds in 32 bits. */
final class DdsTimeConversion {
    private static final int INFINITE_SECONDS = 0x7fff_ffff;
    private static final int INFINITE_NANOS = 0x7fff_ffff;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private DdsTimeConversion() {}

    /** Beyond 68 years counts as infinite. */
    static Duration_t of(Duration duration) {
        return duration.getSeconds() >= INFINITE_SECONDS
                ? new Duration_t(INFINITE_SECONDS, INFINITE_NANOS)
                : new Duration_t((int) duration.getSeconds(), duration.getNano());
    }

    static Duration duration(Duration_t time) {
        boolean infinite = time.sec == INFINITE_SECONDS || time.sec < 0;
        return infinite
                ? QosPolicy.INFINITE
                : Duration.ofSeconds(time.sec, Math.min(Integer.toUnsignedLong(time.nanosec), NANOS_PER_SECOND - 1));
    }

    static Time_t ofNanos(long nanos) {
        return new Time_t((int) (nanos / NANOS_PER_SECOND), (int) (nanos % NANOS_PER_SECOND));
    }

    static long nanos(Time_t time) {
        return Integer.toUnsignedLong(time.sec) * NANOS_PER_SECOND + Integer.toUnsignedLong(time.nanosec);
    }
}
