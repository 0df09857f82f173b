package org.c4igateway.dbbridge.node.reload;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Accepted;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Postponed;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Refused;
import org.c4igateway.dbbridge.node.reload.ReloadResult.WentBack;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what became of changed files: log, metrics and status. Written by one thread at a time, read by any. */
public final class ReloadRecord {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadRecord.class);

    private final MeterRegistry meters;
    private final InstantSource time;
    private volatile ReloadStatus status;
    private String postponed = "";

    public ReloadRecord(MeterRegistry meters, InstantSource time) {
        this.meters = meters;
        this.time = time;
        this.status = new ReloadStatus(time.instant(), null, false, List.of());
        var _ = Gauge.builder(MeterNames.CONFIGURATION_REFUSED, this, all -> all.status.refused() == null ? 0 : 1)
                .register(meters);
        var _ = Gauge.builder(
                        MeterNames.CONFIGURATION_WAITING,
                        this,
                        all -> all.status.needRestart().size())
                .register(meters);
    }

    ReloadStatus status() {
        return status;
    }

    void record(String occasion, ReloadResult result) {
        meters.counter(MeterNames.CONFIGURATION_RELOADS, MeterNames.RESULT, result.label())
                .increment();
        switch (result) {
            case Accepted accepted -> accepted(occasion, accepted);
            case Refused refused -> refused(refused);
            case WentBack wentBack -> wentBack(wentBack);
            case Postponed(String why) -> {
                if (!postponed.equals(why)) {
                    LOG.warn("The configuration is read later: {}", why);
                }
                postponed = why;
                return;
            }
        }
        postponed = "";
    }

    private void accepted(String occasion, Accepted accepted) {
        status = new ReloadStatus(
                accepted.isApplied() ? time.instant() : status.since(), null, false, accepted.needRestart());
        LOG.info(
                "Configuration read again ({}): {} changes applied, {} need a restart",
                occasion,
                accepted.applied().size() + accepted.renewed().size(),
                accepted.needRestart().size());
        accepted.applied().forEach(change -> LOG.info("  {} (applied)", change));
        accepted.renewed().forEach(change -> LOG.info("  {} (applied, the data path was renewed)", change));
        for (ConfigurationChange change : accepted.needRestart()) {
            LOG.warn("{}   {} (needs restart)", ErrorCode.RESTART_NEEDED.code(), change);
        }
        if (!accepted.why().isEmpty()) {
            LOG.warn("{} Nothing was applied: {}", ErrorCode.RESTART_NEEDED.code(), accepted.why());
        }
    }

    private void refused(Refused refused) {
        String code = ErrorCode.CONFIGURATION_REFUSED.code();
        String text = code + " " + refused.problem() + ". " + refused.remedy();
        status = new ReloadStatus(status.since(), text, false, status.needRestart());
        LOG.error(
                "{} The changed configuration is not used; the node continues with the former one: {}. {}",
                code,
                refused.problem(),
                refused.remedy());
    }

    private void wentBack(WentBack wentBack) {
        String code = ErrorCode.RENEWAL_FAILED.code();
        String text = code + " " + wentBack.problem() + ". " + wentBack.remedy();
        status = new ReloadStatus(status.since(), text, true, status.needRestart());
        LOG.error(
                "{} The data path does not open with the changed configuration; the node continues with the former one:"
                        + " {}. {}",
                code,
                wentBack.problem(),
                wentBack.remedy());
        wentBack.tried().forEach(change -> LOG.error("{}   {} (tried)", code, change));
    }
}
