package org.c4igateway.dbbridge.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Filters have the names of sets and fields from the definitions of the node, not from the shipped ones alone. */
@ExtendWith(OutputCaptureExtension.class)
class DefinedFiltersTest {
    private static final String TOPIC = "J071";
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final DefinitionLibrary SHIPPED = DefinitionLibrary.reference();

    /** TRACK with two fields in another order than in the shipped definition, and a set that no shipped file has. */
    private static final String OWN = """
            sets:
              TRACK:
                title: Track of this test
                fields:
                  - {name: track number, use: M, format: {alnum: 1-20}}
                  - {name: identity, use: M, format: {alnum: 1-20}}
                  - {name: environment, use: M, format: {alnum: 1-20}}
              OWNSET:
                title: Set of this test
                fields:
                  - {name: first, use: M, format: {alnum: 1-20}}
                  - {name: second, use: M, format: {alnum: 1-20}}
            """;

    private DefinitionLibrary own = SHIPPED;

    @BeforeEach
    void readDefinitions(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("own.yaml"), OWN);
        own = SHIPPED.withDirectory(directory);
    }

    private static Verdict judge(String expression, DefinitionLibrary definitions, String set) {
        Message message = new Message(
                new MessageId(new SystemName("ALPHA"), 7),
                TOPIC,
                Precedence.PRIORITY,
                List.of(SELF),
                Instant.EPOCH,
                Instant.MAX,
                "",
                "",
                ("MSGID/TRACKREP/9 SF BDE//\n" + set + "\n").getBytes(StandardCharsets.US_ASCII));
        return SubscriptionFilters.of(
                        Map.of(), Map.of(TOPIC, expression), TopicCatalogue.reference(), definitions, SELF)
                .judge(message);
    }

    @Test
    void readsAFieldWhereTheDefinitionsHaveIt() {
        String hostile = "mtf.field('TRACK', 'identity') == 'HOSTILE'";

        assertThat(judge(hostile, SHIPPED, "TRACK/T1/AIR/HOSTILE//")).isInstanceOf(Verdict.Wanted.class);
        assertThat(judge(hostile, SHIPPED, "TRACK/T1/HOSTILE/AIR//")).isInstanceOf(Verdict.Excluded.class);
        assertThat(judge(hostile, own, "TRACK/T1/HOSTILE/AIR//")).isInstanceOf(Verdict.Wanted.class);
        assertThat(judge(hostile, own, "TRACK/T1/AIR/HOSTILE//")).isInstanceOf(Verdict.Excluded.class);
    }

    @Test
    void refusesAFieldThatTheDefinitionsNoLongerHave() {
        assertThatThrownBy(() -> judge("mtf.holds('TRACK', 'platform')", own, "TRACK/T1/HOSTILE/AIR//"))
                .hasMessageContaining("set TRACK has no field 'platform'; it has track number, identity, environment");
    }

    @Test
    void knowsASetThatOnlyTheyHave(CapturedOutput output) {
        String second = "mtf.field('OWNSET', 'second') == 'B'";

        assertThat(judge(second, own, "OWNSET/A/B//")).isInstanceOf(Verdict.Wanted.class);
        assertThat(output.getAll()).doesNotContain("no definition contains");
        assertThatThrownBy(() -> judge(second, SHIPPED, "OWNSET/A/B//"))
                .hasMessageContaining("set OWNSET has no definition");
    }

    @Test
    void suggestsASetThatOnlyTheyHave(CapturedOutput output) {
        assertThat(judge("mtf.holds('OWNSTE')", own, "OWNSET/A/B//")).isInstanceOf(Verdict.Excluded.class);
        assertThat(output.getAll()).contains("Did you mean OWNSET?");
    }
}
