package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.MtfPayloadCheck;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.PayloadPolicy;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.PayloadRules;
import org.c4igateway.topics.definition.PolicyLevel;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.junit.jupiter.api.Test;

/** Rows of a C4I server that writes MS949 travel in UTF-8 and stay as they are in the outbox and the dead letters. */
class EdgeEncodingTest {
    private static final Charset MS949 = MtfEncoding.CP949.charset();
    /** Largest payload of {@link OutboundFixture}. */
    private static final int MAX_BYTES = 1_000;

    private final OutboundFixture fixture =
            new OutboundFixture(new MemoryOutbox(), false, new EdgeText(MtfEncoding.CP949, Unmappable.REJECT), BRAVO);

    private static PayloadCheck strict() {
        return MtfPayloadCheck.of(
                PayloadRules.of(DefinitionLibrary.reference()),
                new PayloadPolicy(PolicyLevel.STRICT, Map.of(), null),
                new SimpleMeterRegistry());
    }

    private Message row(byte[] payload) {
        return Drafts.message(fixture.outbox.nextSequence(), BRAVO).withPayload(payload);
    }

    private DeliveryOutcome outcomeOf(byte[] payload) {
        Message row = fixture.commit(row(payload));
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        return Objects.requireNonNull(fixture.outbox.state(row.id().sequence(), BRAVO));
    }

    @Test
    void sendsUtf8() {
        String text = "MSGID/SITREP/1DIV//\nGENTEXT/상황/적 탱크 3대//\n";

        assertThat(outcomeOf(text.getBytes(MS949)).state()).isEqualTo(DeliveryState.DELIVERED);

        assertThat(fixture.transport.at(BRAVO).firstArrivals())
                .extracting(message -> new String(message.payload(), StandardCharsets.UTF_8))
                .containsExactly(text);
    }

    @Test
    void rejectsBytesOfNoCharacterWithTheirPlaceAndKeepsThem() {
        byte[] broken = {'A', '\n', 'B', (byte) 0xff};

        DeliveryOutcome outcome = outcomeOf(broken);

        assertThat(outcome.state()).isEqualTo(DeliveryState.REJECTED);
        assertThat(outcome.code()).isEqualTo(ErrorCode.EDGE_ENCODING);
        assertThat(outcome.detail()).isEqualTo("line 2, column 2 (byte 3): 0xFF is no character of MS949");
        assertThat(outcome.message().payload()).isEqualTo(broken);
        assertThat(fixture.transport.sends()).isEmpty();
    }

    @Test
    void measuresTheSizeInUtf8() {
        byte[] fits = "가".repeat(MAX_BYTES / 3).getBytes(MS949);
        byte[] tooLarge = "가".repeat(MAX_BYTES / 3 + 1).getBytes(MS949);

        assertThat(outcomeOf(fits).state()).isEqualTo(DeliveryState.DELIVERED);
        DeliveryOutcome refused = outcomeOf(tooLarge);
        assertThat(refused.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(refused.detail())
                .isEqualTo("payload of 1002 bytes; at most 1000; it is measured in UTF-8, the row has 668 bytes");
        assertThat(refused.message().payload()).isEqualTo(tooLarge);
    }

    @Test
    void checksTheFormatOfWhatIsSentAndKeepsTheBytesOfTheRow() {
        fixture.check(strict());
        byte[] noMsgid = "GENTEXT/상황/없음//\n".getBytes(MS949);

        DeliveryOutcome outcome = outcomeOf(noMsgid);

        assertThat(outcome.code()).isEqualTo(ErrorCode.MALFORMED_PAYLOAD);
        assertThat(outcome.detail()).contains("msgid.missing").doesNotContain("encoding");
        assertThat(outcome.message().payload()).isEqualTo(noMsgid);
    }

    @Test
    void sendsTheSameBytesAgainAfterARestart() {
        byte[] korean = "MSGID/한국//\n".getBytes(MS949);
        fixture.holdReceipts(true);
        fixture.commit(row(korean));
        fixture.turnUntil(() -> !fixture.transport.sends().isEmpty());
        fixture.restart();
        fixture.holdReceipts(false);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.transport.sends())
                .hasSizeGreaterThan(1)
                .allMatch(sent -> sent.equals(fixture.transport.sends().getFirst()));
    }

    @Test
    void givesOneHintForMs949WhereTheEdgeIsToldToWriteUtf8() {
        OutboundFixture utf8 = new OutboundFixture(false, BRAVO);
        utf8.check(strict());
        Message row = utf8.commit(
                Drafts.message(1, BRAVO).withPayload("MSGID/SITREP/1DIV//\nGENTEXT/상황/적 탱크 3대//\n".getBytes(MS949)));

        utf8.turnUntil(() -> utf8.outbox.pending() == 0);

        DeliveryOutcome outcome =
                Objects.requireNonNull(utf8.outbox.state(row.id().sequence(), BRAVO));
        assertThat(outcome.code()).isEqualTo(ErrorCode.INVALID_ENCODING);
        assertThat(outcome.detail())
                .isEqualTo("line 2, column 9 (byte 28): 0xBB is not UTF-8; the message reads as CP949;"
                        + " set c4i.encoding: MS949");
    }
}
