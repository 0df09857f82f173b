package org.c4igateway.dbbridge.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.junit.jupiter.params.provider.MethodSource;

/** An expression is refused with a reason, or judges a message without an exception. */
class FilterLanguageFuzzTest {
    private static final FilterLanguage LANGUAGE = new FilterLanguage(DefinitionLibrary.reference());
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final Message MESSAGE = new Message(
            new MessageId(new SystemName("ALPHA"), 7),
            "A021",
            Precedence.FLASH,
            List.of(SELF),
            Instant.EPOCH,
            Instant.MAX,
            "EXERCISE",
            "TRACK",
            "MSGID/SITREP/1 CORPS/0001/NOV//\n".getBytes(StandardCharsets.US_ASCII));

    static Stream<byte[]> seeds() {
        return Stream.of(
                        "precedence == 'FLASH' && label.startsWith('EX')",
                        "field('MSGID', 2).matches('1 .*')",
                        "sets('UNIT').exists(s, s.contains('A'))",
                        "size(subject) / 0 > 1",
                        "[1, 2].all(x, x < 3) ? true : false")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void judgesOrSaysWhyNot(byte[] text) {
        try {
            FilterLanguage.Checked checked = LANGUAGE.compile(new String(text, StandardCharsets.UTF_8));
            assertThat(new FilterExpression("key", checked.program())
                            .judge(new FilteredMessage(MESSAGE, "SITREP"), SELF))
                    .isNotNull();
        } catch (FilterSyntaxException e) {
            assertThat(e).hasMessageMatching("(?s).*\\S.*");
        }
    }
}
