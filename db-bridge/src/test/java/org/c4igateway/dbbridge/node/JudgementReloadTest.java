package org.c4igateway.dbbridge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.support.GenericApplicationContext;

/** Filters of a running node read fields by the definitions that the node has after a change. */
class JudgementReloadTest {
    private static final String TOPIC = "J071";

    private static final Map<String, String> FILE = Map.of(
            "c4i.system",
            "BRAVO",
            "c4i.database.url",
            "jdbc:postgresql://127.0.0.1/unused",
            "c4i.database.username",
            "unused",
            "c4i.subscriptions.topics." + TOPIC,
            "mtf.field('TRACK', 'identity') == 'HOSTILE'");

    /** The shipped set has the identity behind the environment. */
    private static final String OTHER_TRACK = """
            sets:
              TRACK:
                title: Track of this test
                fields:
                  - {name: track number, use: M, format: {alnum: 1-20}}
                  - {name: identity, use: M, format: {alnum: 1-20}}
                  - {name: environment, use: M, format: {alnum: 1-20}}
            """;

    private static final Message HOSTILE = new Message(
            new MessageId(new SystemName("ALPHA"), 1),
            TOPIC,
            Precedence.ROUTINE,
            List.of(new SystemName("BRAVO")),
            Instant.EPOCH,
            Instant.MAX,
            "",
            "",
            "MSGID/TRACKREP/9 SF BDE//\nTRACK/T1/HOSTILE/AIR//\n".getBytes(StandardCharsets.US_ASCII));

    private final NodeProperties properties = PlanFixture.properties(FILE);
    private final EdgeProperties edge =
            new Binder(new MapConfigurationPropertySource(Map.of())).bindOrCreate("c4i", EdgeProperties.class);
    private DefinitionLibrary changed = DefinitionLibrary.reference();

    @BeforeEach
    void changeTheDefinitions(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("track.yaml"), OTHER_TRACK);
        changed = changed.withDirectory(directory);
    }

    @Test
    void compilesFiltersWithTheDefinitionsOfTheCandidate() {
        NodePath path = new NodePath(plan());
        ConfigurationChange change = new ConfigurationChange("c4i.definitions", "before", "after");

        try (GenericApplicationContext candidate = new GenericApplicationContext()) {
            candidate.registerBean(NodeProperties.class, () -> properties);
            candidate.registerBean(EdgeProperties.class, () -> edge);
            candidate.registerBean(DefinitionLibrary.class, () -> changed);
            candidate.refresh();
            new JudgementReload(path).prepare(candidate, List.of(change)).run();
        }

        assertThat(path.plan().judgement().filter().judge(HOSTILE)).isEqualTo(new Verdict.Wanted());
    }

    @Test
    void compilesFiltersOfARenewedPathWithTheDefinitionsOfTheCandidate() {
        PathPlan renewed = plan().renewedAs(plan(), edge, changed);

        assertThat(renewed.judgement().filter().judge(HOSTILE)).isEqualTo(new Verdict.Wanted());
    }

    private PathPlan plan() {
        return PlanFixture.plan(properties, List.of());
    }
}
