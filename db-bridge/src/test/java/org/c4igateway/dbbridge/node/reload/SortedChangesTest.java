package org.c4igateway.dbbridge.node.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Renewed;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

class SortedChangesTest {
    private static final ConfigurationChange FILTER = change("c4i.subscriptions.topics.A004");
    private static final ConfigurationChange LEVEL = change("logging.level.root");
    private static final ConfigurationChange CATALOGUE = change("c4i.catalogue");
    private static final ConfigurationChange RETENTION = change("c4i.retention.outbox-days");

    private final List<String> done = new ArrayList<>();
    private final List<ReloadablePart> parts = List.of(part("judgement", FILTER, true), part("levels", LEVEL, false));

    @Test
    void renewsThePathForWhatItIsBuiltOf() {
        for (String key : List.of(
                "c4i.catalogue",
                "c4i.subscriptions.wanted[0].pattern",
                "c4i.destinations.BRAVO",
                "c4i.newcomers[0]",
                "c4i.newcomer-names[2]",
                "c4i.flow.fetch-rows",
                "c4i.max-payload",
                "c4i.transports.jms.enabled",
                "c4i.transports.jms.peers.BRAVO",
                "c4i.transports.jms.tls.key-store",
                "c4i.transports.dds.network.peers[0]")) {
            assertThat(sorted(change(key)).renewed())
                    .as(key)
                    .map(ConfigurationChange::key)
                    .containsExactly(key);
        }
    }

    @Test
    void leavesToARestartWhatLivesLongerThanThePath() {
        for (String key : List.of(
                "c4i.system",
                "c4i.database.url",
                "c4i.encoding",
                "c4i.retention.outbox-days",
                "c4i.tables.legacy.url",
                "c4i.console.enabled",
                "c4i.transports.dds.security.directory",
                "server.port")) {
            assertThat(sorted(change(key)).needRestart())
                    .as(key)
                    .map(ConfigurationChange::key)
                    .containsExactly(key);
        }
    }

    @Test
    void letsPartsApplyWhatTakesNoRenewal() {
        SortedChanges sorted = sorted(FILTER, LEVEL, RETENTION);
        assertThat(sorted.renewal().get()).isInstanceOf(Renewed.class);
        sorted.steps().forEach(Runnable::run);

        assertThat(done).containsExactly("judgement", "levels");
        assertThat(sorted.taken()).containsExactly(FILTER, LEVEL);
        assertThat(sorted.needRestart()).containsExactly(RETENTION);
    }

    /** A filter may name a topic of the new catalogue, so the present path cannot judge it. */
    @Test
    void buildsTheNewPathWithWhatPartsOfThePathWouldApply() {
        SortedChanges sorted = sorted(FILTER, LEVEL, CATALOGUE);
        assertThat(done).isEmpty();
        var _ = sorted.renewal().get();
        sorted.steps().forEach(Runnable::run);

        assertThat(done).containsExactly("path", "levels");
        assertThat(sorted.applied()).containsExactly(FILTER, LEVEL);
        assertThat(sorted.renewed()).containsExactly(CATALOGUE);
    }

    @Test
    void takesNothingOverWhenThePathCannotBeBuiltWithoutARestart() {
        assertThatThrownBy(() -> sorted(LEVEL, CATALOGUE, change("c4i.system")))
                .isInstanceOf(GatewayException.Fatal.class);
        assertThat(done).isEmpty();
    }

    private SortedChanges sorted(ConfigurationChange... changes) {
        return SortedChanges.of(List.of(changes), parts, new Path(), new GenericApplicationContext());
    }

    private static ConfigurationChange change(String key) {
        return new ConfigurationChange(key, "before", "after");
    }

    private ReloadablePart part(String name, ConfigurationChange taken, boolean ofDataPath) {
        return new ReloadablePart() {
            @Override
            public boolean takes(ConfigurationChange change) {
                return change.equals(taken);
            }

            @Override
            public boolean isOfDataPath() {
                return ofDataPath;
            }

            @Override
            public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
                return () -> done.add(name);
            }
        };
    }

    private final class Path implements PathRenewal {
        @Override
        public Supplier<Outcome> prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
            if (changes.stream().anyMatch(change -> change.key().equals("c4i.system"))) {
                throw new GatewayException.Fatal(ErrorCode.CONFIGURATION, "the system", "Restart.", null);
            }
            return () -> {
                done.add("path");
                return new Renewed();
            };
        }
    }
}
