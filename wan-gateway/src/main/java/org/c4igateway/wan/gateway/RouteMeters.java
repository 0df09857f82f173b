package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.transport.TransportAlarm;

/** Metrics of a gateway as a whole: its alarms, and messages that were not admitted. */
final class RouteMeters implements AutoCloseable {
    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();

    RouteMeters(MeterRegistry registry, Supplier<List<TransportAlarm>> alarms, LongSupplier notAdmitted) {
        this.registry = registry;
        for (ErrorCode code : TransportAlarm.CODES) {
            meters.add(Gauge.builder("c4i.wan.alarms", alarms, now -> count(now.get(), code))
                    .tag("code", code.code())
                    .strongReference(true)
                    .register(registry));
        }
        meters.add(FunctionCounter.builder("c4i.wan.not.admitted", notAdmitted, LongSupplier::getAsLong)
                .register(registry));
    }

    private static long count(List<TransportAlarm> alarms, ErrorCode code) {
        return alarms.stream().filter(alarm -> alarm.code() == code).count();
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
