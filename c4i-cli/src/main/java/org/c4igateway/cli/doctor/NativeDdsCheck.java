package org.c4igateway.cli.doctor;

import java.util.List;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DomainConfig;

/** Whether the native DDS library loads and can join a domain on the loopback interface. */
final class NativeDdsCheck implements Check {
    private static final String NAME = "native DDS library";

    /** A domain id that is rarely used; only the loopback interface is joined. */
    private static final int PROBE_DOMAIN = 229;

    @Override
    public List<Finding> examine() {
        return List.of(probe().neededForDemo());
    }

    private static Finding probe() {
        DomainConfig lan = DomainConfig.lan(PROBE_DOMAIN);
        DomainConfig loopback =
                new DomainConfig(PROBE_DOMAIN, DomainConfig.Network.loopback(), lan.lease(), lan.tuning());
        try {
            DdsProvider.named("cyclone").open(loopback, event -> {}).close();
            return Finding.ok(NAME, "Cyclone DDS loads and joins a domain");
        } catch (DdsUnavailableException e) {
            return Finding.missing(NAME, String.valueOf(e.getMessage()), e.remedy());
        } catch (DdsException e) {
            return Finding.missing(
                    NAME,
                    "loads, but cannot join a domain: " + e.getMessage(),
                    "bring the loopback interface up and allow UDP on it");
        }
    }
}
