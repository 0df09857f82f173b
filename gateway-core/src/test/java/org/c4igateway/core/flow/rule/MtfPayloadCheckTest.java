package org.c4igateway.core.flow.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.PayloadRules;
import org.c4igateway.topics.definition.PolicyLevel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MtfPayloadCheckTest {
    private static final String NAMED = Drafts.RELIABLE;
    private static final String OTHER = Drafts.BEST_EFFORT;
    private static final String GOOD = "MSGID/GENADMIN/2 FLEET/0001/NOV//\n";
    private static final String DEVIATING = GOOD + "RMKS/ASK 2 FLEET//N4//\nOR CALL.//\n";
    private static final String NO_MESSAGE = "no message";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private PayloadCheck check(@Nullable PolicyLevel inbound) {
        PayloadPolicy policy = new PayloadPolicy(PolicyLevel.LENIENT, Map.of(NAMED, PolicyLevel.STRICT), inbound);
        return MtfPayloadCheck.of(PayloadRules.of(DefinitionLibrary.reference()), policy, meters);
    }

    @Test
    void asksOfEachTopicWhatItsPolicySays() {
        PayloadCheck check = check(null);

        assertThat(check.check(message(OTHER, DEVIATING)).refusal()).isNull();
        Refusal refusal =
                Objects.requireNonNull(check.check(message(NAMED, DEVIATING)).refusal());
        assertThat(refusal.code()).isEqualTo(ErrorCode.MALFORMED_PAYLOAD);
        assertThat(refusal.detail())
                .startsWith("2:17: error [text.double-slash] ")
                .contains("; 2:21: error ");
    }

    @Test
    void asksOfWhatArrivesWhatTheInboundLevelSays() {
        assertThat(check(PolicyLevel.CARRY)
                        .ofReceived()
                        .check(message(NAMED, NO_MESSAGE))
                        .refusal())
                .isNull();
        assertThat(check(PolicyLevel.CARRY).check(message(OTHER, NO_MESSAGE)).refusal())
                .isNotNull();
        assertThat(check(null).ofReceived().check(message(NAMED, DEVIATING)).refusal())
                .isNotNull();
    }

    @Test
    void countsEachMessageAndEachRuleOnceByDirection() {
        PayloadCheck check = check(PolicyLevel.CARRY);

        check.check(message(NAMED, GOOD));
        check.check(message(NAMED, DEVIATING));
        check.check(message(OTHER, DEVIATING));
        check.ofReceived().check(message(OTHER, NO_MESSAGE));

        assertThat(checks("outbound", "clean")).isEqualTo(1);
        assertThat(checks("outbound", "refused")).isEqualTo(1);
        assertThat(checks("outbound", "deviating")).isEqualTo(1);
        assertThat(checks("inbound", "deviating")).isEqualTo(1);
        assertThat(findings("outbound", "text.double-slash", "error")).isEqualTo(1);
        assertThat(findings("outbound", "text.double-slash", "warning")).isEqualTo(1);
        assertThat(findings("inbound", "set.none", "warning")).isEqualTo(1);
    }

    @Test
    void saysTheWorstThatItFindsWhetherItRefusesOrNot() {
        PayloadCheck check = check(PolicyLevel.CARRY);
        String both = GOOD + "1POS/X//\nRMKS/ASK 2 FLEET//N4//\nOR CALL.//\n";

        assertThat(check.check(message(OTHER, GOOD))).isEqualTo(MessageJudgement.CLEAN);
        assertThat(check.check(message(OTHER, DEVIATING)).finding()).startsWith("2:17: warning [text.double-slash] ");
        assertThat(check.check(message(NAMED, both)).finding()).startsWith("2:5: error [columnar.layout] ");
        assertThat(check.ofReceived().check(message(OTHER, NO_MESSAGE)).finding())
                .startsWith("1:1: warning [set.none] ");
    }

    @Test
    void looksAtNothingThatIsOff() {
        PayloadCheck check = MtfPayloadCheck.of(
                PayloadRules.of(DefinitionLibrary.reference()),
                new PayloadPolicy(PolicyLevel.OFF, Map.of(), null),
                meters);

        assertThat(check.check(message(NAMED, NO_MESSAGE))).isEqualTo(MessageJudgement.CLEAN);
        assertThat(checks("outbound", "clean")).isZero();
        assertThat(checks("outbound", "deviating")).isZero();
    }

    private double checks(String direction, String result) {
        return meters.get("c4i.payload.checks")
                .tags("direction", direction, "result", result)
                .counter()
                .count();
    }

    private double findings(String direction, String rule, String severity) {
        return meters.get("c4i.payload.findings")
                .tags("direction", direction, "rule", rule, "severity", severity)
                .counter()
                .count();
    }

    private static Message message(String topicId, String text) {
        return new Message(
                new MessageId(Drafts.ORIGIN, 1),
                topicId,
                Precedence.ROUTINE,
                List.of(new SystemName("BRAVO")),
                VirtualTime.START,
                Instant.MAX,
                "",
                "",
                text.getBytes(StandardCharsets.UTF_8));
    }
}
