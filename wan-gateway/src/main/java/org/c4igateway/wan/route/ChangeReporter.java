package org.c4igateway.wan.route;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.site.NameClaims;
import org.c4igateway.wan.route.site.SiteReporter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the domain and the neighbours which systems there are, shortly after something has changed. Several changes at
 * once make one announcement and one report. Used by the router's thread.
 */
final class ChangeReporter {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeReporter.class);
    private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Grace period after the start: an early report would withdraw the nodes that are not discovered yet. */
    private static final long ACQUAINTANCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A newer report takes the place of one that waits. */
    private static final DeliveryOptions REPORT = DeliveryOptions.latestOf("report");

    private final RouteSite site;
    private final LinkOutlets outlets;
    private final Announcer announcer;
    private final SiteReporter siteReporter;
    private final NameClaims claims = new NameClaims();
    private long changedAtNanos;
    private boolean changed = true;
    private long repeatedAtNanos;

    ChangeReporter(
            RouterIdentity identity, RouteSite site, LinkOutlets outlets, Announcer announcer, ClockReading start) {
        this.site = site;
        this.outlets = outlets;
        this.announcer = announcer;
        this.siteReporter = new SiteReporter(identity.site(), identity.incarnation());
        this.changedAtNanos = start.nanos() + ACQUAINTANCE_NANOS;
        this.repeatedAtNanos = start.nanos();
    }

    /** Systems, their topics or the ways to them have changed. */
    void changed(ClockReading now) {
        if (!changed) {
            changed = true;
            changedAtNanos = now.nanos();
        }
    }

    /** The last report for the link must be sent again, even if it still holds. */
    void repeatReport(String link, ClockReading now) {
        siteReporter.repeat(link);
        changed(now);
    }

    /** When a peer that is away misses the last report, it is sent again with the next change, such as its return. */
    void ended(String link, LinkItem item, RecordOutcome recordOutcome) {
        if (item.handling().equals(REPORT) && recordOutcome == RecordOutcome.DROPPED_FOR_ABSENT) {
            siteReporter.repeat(link);
        }
    }

    /** Reports what has changed a moment ago, and repeats the announcements from time to time. */
    void tick(ClockReading now) {
        if (changed && now.nanos() - changedAtNanos >= SETTLING_NANOS) {
            changed = false;
            report(now);
        }
        if (now.nanos() - repeatedAtNanos >= REPEAT_NANOS) {
            repeatedAtNanos = now.nanos();
            announcer.repeat();
        }
    }

    private void report(ClockReading now) {
        announcer.show(site.table().systems(), site.nodes(), outlets.policies());
        outlets.all().forEach((link, outlet) -> report(link, outlet, now));
        claims.review(site.table(), site.nodes());
    }

    /** A report that breaks a bound must not keep the others back; it is made again with the next change. */
    private void report(String link, LinkOutlet outlet, ClockReading now) {
        siteReporter
                .report(link, outlet.peers(), site.nodes(), site.table(), site.lanWay())
                .ifPresent(report -> {
                    try {
                        outlet.offer(report, Precedence.FLASH, REPORT, now);
                        siteReporter.given(link, report);
                    } catch (IllegalArgumentException e) {
                        LOG.error("{} link {}: the site is not reported", ErrorCode.DEFECT.code(), link, e);
                    }
                });
    }

    /** @return names that two databases claim; any thread */
    List<TransportAlarm> alarms() {
        return claims.alarms();
    }
}
