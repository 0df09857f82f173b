package org.c4igateway.dbbridge.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SubscriptionFiltersTest {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final String HELQUEST = "A004";
    private static final String MTF = """
            MSGID/HELQUEST/9 SF BDE/0003/NOV//
            REQNO/HQ-26-0022/ROUTINE//
            PERIOD/221800I/222300I//
            1LOAD
            /ITEM      /QTY/WEIGHT
            /TEAM      /2  /2400KG
            /ATV       /1  /750KG//
            RMKS/ALL WELL//
            """;

    private static SubscriptionFilter filter(String expression) {
        return of(Map.of(), Map.of(HELQUEST, expression));
    }

    private static SubscriptionFilter of(Map<String, String> classes, Map<String, String> topics) {
        return SubscriptionFilters.of(classes, topics, CATALOGUE, DefinitionLibrary.reference(), SELF);
    }

    private static Message message(String topicId, String payload) {
        return new Message(
                new MessageId(new SystemName("ALPHA"), 7),
                topicId,
                Precedence.PRIORITY,
                List.of(SELF),
                Instant.parse("2026-11-21T12:00:00Z"),
                Instant.MAX,
                "SECRET",
                "",
                payload.getBytes(StandardCharsets.UTF_8));
    }

    private static Verdict judge(String expression, String payload) {
        return filter(expression).judge(message(HELQUEST, payload));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "precedence <= PRIORITY                                   | true",
                "precedence < PRIORITY                                    | false",
                "topic == 'A004' && name == 'HELQUEST'                    | true",
                "origin in ['BRAVO', 'CHARLIE']                           | false",
                "origin.matches('^AL.*A$')                                | true",
                "sequence == 7 && size > 100 && label == 'SECRET'         | true",
                "subject == ''                                            | true",
                "destinations.exists(d, d == 'BRAVO')                     | true",
                "created < timestamp('2026-11-21T12:00:01Z')              | true",
                "created.getHours('+09:00') == 21                         | true",
                "expires > timestamp('2100-01-01T00:00:00Z')              | true",
                "mtf.field('MSGID', 'originator') == '9 SF BDE'           | true",
                "mtf.field('MSGID', 2).startsWith('9 ')                   | true",
                "mtf.field('REQNO', 'urgency') in ['URGENT', 'IMMEDIATE'] | false",
                "mtf.fields('1LOAD', 'item') == ['TEAM', 'ATV']           | true",
                "mtf.fields('1LOAD', 2).exists(n, int(n) > 1)             | true",
                "mtf.fields('1LOAD', 2).all(n, int(n) > 1)                | false",
                "mtf.holds('RMKS') && mtf.field('RMKS', 'text') != ''     | true",
                "mtf.holds('AMPN')                                        | false",
                "mtf.holds('REQNO', 1) && mtf.holds('1LOAD', 'weight')    | true",
                "true                                                     | true",
                "false                                                    | false"
            })
    void asksEnvelopeAndPayload(String expression, boolean wanted) {
        Verdict expected = wanted
                ? new Verdict.Wanted()
                : new Verdict.Excluded("excluded by c4i.subscriptions.topics.A004 of BRAVO");

        assertThat(judge(expression, MTF)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mtf.field('AMPN', 1) == 'X'",
                "mtf.field('NOSUCH', 4) == 'X'",
                "int(mtf.field('RMKS', 1)) > 4",
                "1 / (size - size) == 1",
                "mtf.fields('1LOAD', 1)[5] == 'X'"
            })
    void hasNoAnswerWhereTheMessageHasNoValue(String expression) {
        assertThat(judge(expression, MTF))
                .isInstanceOfSatisfying(
                        Verdict.Undecided.class,
                        verdict -> assertThat(verdict.why()).startsWith("c4i.subscriptions.topics.A004: "));
    }

    @Test
    void hasNoAnswerAboutAPayloadThatIsNoMtfUnlessTheEnvelopeDecides() {
        assertThat(judge("mtf.holds('RMKS')", "no message"))
                .isEqualTo(new Verdict.Undecided("c4i.subscriptions.topics.A004: the payload is not MTF"));
        assertThat(judge("precedence <= PRIORITY || mtf.holds('RMKS')", "no message"))
                .isEqualTo(new Verdict.Wanted());
        assertThat(judge("mtf.holds('RMKS') && origin == 'DELTA'", "no message"))
                .isInstanceOf(Verdict.Excluded.class);
    }

    @Test
    void takesTheFilterOfTheTopicInsteadOfThatOfItsClass() {
        TrafficClass group = CATALOGUE.find(HELQUEST).orElseThrow().trafficClass();
        String sibling = CATALOGUE.topics().stream()
                .filter(topic -> topic.trafficClass() == group && !topic.id().equals(HELQUEST))
                .findFirst()
                .orElseThrow()
                .id();
        String stranger = CATALOGUE.topics().stream()
                .filter(topic -> topic.trafficClass() != group)
                .findFirst()
                .orElseThrow()
                .id();
        SubscriptionFilter both = of(Map.of(group.name(), "false"), Map.of(HELQUEST, "true"));

        assertThat(both.judge(message(HELQUEST, MTF))).isEqualTo(new Verdict.Wanted());
        assertThat(both.judge(message(sibling, MTF)))
                .isEqualTo(new Verdict.Excluded("excluded by c4i.subscriptions.classes." + group + " of BRAVO"));
        assertThat(both.judge(message(stranger, MTF))).isEqualTo(new Verdict.Unfiltered());
        assertThat(both.judge(message("Z999", MTF))).isEqualTo(new Verdict.Unfiltered());
    }

    @Test
    void filtersByClassesAlone() {
        String group = CATALOGUE.find(HELQUEST).orElseThrow().trafficClass().name();

        assertThat(of(Map.of(group, "false"), Map.of()).judge(message(HELQUEST, MTF)))
                .isInstanceOf(Verdict.Excluded.class);
        assertThat(of(Map.of(), Map.of())).isSameAs(SubscriptionFilter.NONE);
    }

    @ParameterizedTest
    @CsvSource({"2026-11-21T12:59:59Z, true", "2026-11-21T13:00:00Z, false"})
    void asksWhenAMessageExpires(Instant expiresAt, boolean wanted) {
        Message message = Drafts.expiring(expiresAt, message(HELQUEST, MTF));

        Verdict verdict = filter("expires < timestamp('2026-11-21T13:00:00Z')").judge(message);

        assertThat(verdict instanceof Verdict.Wanted).isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "precedense <= FLASH                         | line 1, column 1: undeclared reference to 'precedense'",
                "precedence <= FLAHS                         | line 1, column 15: undeclared reference to 'FLAHS'",
                "precedence == 'FLASH'                       | line 1, column 12: found no matching overload",
                "precedence <=                               | line 1, column 14: mismatched input",
                "precedence                                  | expected type 'bool' but found 'int'",
                "''                                          | expected type 'bool' but found 'string'",
                "mtf.field('TRACK', 'identiy') == 'HOSTILE'  | set TRACK has no field 'identiy'; it has track number",
                "mtf.field('TRACK', 9) == 'HOSTILE'          | set TRACK has no field 9",
                "mtf.field('track', 1) == 'HOSTILE'          | 'track' is no identifier of a set",
                "mtf.holds('track')                          | 'track' is no identifier of a set",
                "mtf.field('TRACK', label) == 'HOSTILE'      | takes literals",
                "mtf.field('TRACK') == 'HOSTILE'             | found no matching overload",
                "mtf == 'TRACK'                              | found no matching overload",
                "mtf.getClass() == 1                         | undeclared reference to 'getClass'",
                "java.lang.System.exit(1) == 1               | undeclared reference to 'java'",
                "origin.matches('(')                         | Regex validation failed",
                "created < timestamp('yesterday')            | timestamp validation failed"
            })
    void refusesWhatIsNoExpression(String expression, String reason) {
        assertThatThrownBy(() -> filter(expression))
                .isInstanceOfSatisfying(GatewayException.Fatal.class, e -> {
                    assertThat(e.key()).contains("c4i.subscriptions.topics.A004");
                    assertThat(e.remedy()).contains("c4i.subscriptions.topics.A004", "docs/reference/filters.md");
                })
                .hasMessageContainingAll("GW-101", "'" + expression + "' is not accepted: ", reason);
    }

    @Test
    void warnsOfSetsThatNoDefinitionHas(CapturedOutput output) {
        filter("mtf.holds('REQN') && mtf.field('RMKS', 'text') != '' || mtf.holds('1XQZWJKV', 2)");

        assertThat(output.getAll())
                .contains("c4i.subscriptions.topics.A004: no definition contains the set REQN. Did you mean REQNO?\n")
                .contains("c4i.subscriptions.topics.A004: no definition contains the set 1XQZWJKV\n")
                .doesNotContain("RMKS");
    }

    @Test
    void refusesATopicThatIsNotInTheCatalogue() {
        assertThatThrownBy(() -> of(Map.of(), Map.of("A999", "true")))
                .hasMessage("GW-101: c4i.subscriptions.topics.A999: topic 'A999' is not in the catalogue");
    }

    @Test
    void agreesWithTheSameQuestionInJava() {
        SplittableRandom random = new SplittableRandom(11);
        for (int bound = 0; bound < 400; bound += 20) {
            Precedence limit = Precedence.ofCode(random.nextInt(4));
            String expression = "precedence <= %s && (size < %d || subject.endsWith('3'))".formatted(limit, bound);
            SubscriptionFilter filter = filter(expression);
            for (int round = 0; round < 100; round++) {
                int size = random.nextInt(1, 400);
                Precedence precedence = Precedence.ofCode(random.nextInt(4));
                boolean wanted = precedence.compareTo(limit) <= 0 && (size < bound || round % 7 == 3);
                Message message = sized(size, precedence, "s" + round % 7);

                assertThat(filter.judge(message) instanceof Verdict.Wanted)
                        .as("%s about %s", expression, message)
                        .isEqualTo(wanted);
            }
        }
    }

    private static Message sized(int size, Precedence precedence, String subject) {
        Message message = message(HELQUEST, "");
        return new Message(
                message.id(),
                HELQUEST,
                precedence,
                List.of(),
                message.createdAt(),
                message.expiresAt(),
                "",
                subject,
                new byte[size]);
    }

    /** Whatever arrives, there is a verdict; what is kept out is kept out by a value that is there. */
    @Test
    void judgesDamagedPayloadsWithoutFailing() {
        SubscriptionFilter filter = filter("mtf.field('MSGID', 'originator') == '9 SF BDE'"
                + " && mtf.fields('1LOAD', 'quantity').all(n, int(n) < 9)");
        SplittableRandom random = new SplittableRandom(12);
        for (int round = 0; round < 2_000; round++) {
            byte[] payload = MTF.getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(6); change > 0; change--) {
                payload[random.nextInt(payload.length)] = (byte) random.nextInt(256);
            }
            String text = new String(payload, StandardCharsets.ISO_8859_1);
            Verdict verdict = filter.judge(message(HELQUEST, text));
            if (verdict instanceof Verdict.Excluded) {
                assertThat(text).as("round %d", round).contains("MSGID/");
            }
        }
    }
}
