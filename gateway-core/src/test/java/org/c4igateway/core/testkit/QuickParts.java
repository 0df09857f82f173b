package org.c4igateway.core.testkit;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.watch.Loops;

/** What a data path is made of in tests of it: pauses of 1 ms, and bounds that few rows reach. */
public final class QuickParts {
    /** Rows that wait for the inbox at most. */
    public static final int QUEUE_ROWS = 8;

    private QuickParts() {}

    /** @return parts for that system that refuse nothing but what no rule can allow, and filter nothing */
    public static DataPathParts of(SystemName self, InstantSource time, MeterRegistry meters) {
        MessageRules rules = new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, time);
        return of(self, rules, SubscriptionFilter.NONE, meters, StepListener.NONE);
    }

    /** @return parts for that system; the loops have the clock of the machine */
    public static DataPathParts of(
            SystemName self, MessageRules rules, SubscriptionFilter filter, MeterRegistry meters, StepListener steps) {
        Duration pause = Duration.ofMillis(1);
        FlowSettings settings = new FlowSettings(
                20, 1_000, 5, pause, pause, pause, pause, pause, QUEUE_ROWS, 1 << 20, 4, pause, pause.multipliedBy(4));
        return new DataPathParts(
                self,
                rules,
                filter,
                EdgeText.UTF_8,
                settings,
                ArrivalObjectives.DEFAULTS,
                meters,
                new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                AnnouncementListener.NONE,
                DeliveryTrace.NONE,
                steps);
    }
}
