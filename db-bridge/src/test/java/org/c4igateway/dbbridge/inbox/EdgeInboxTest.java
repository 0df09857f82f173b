package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentDigest;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The inbox of a C4I server that reads MS949. */
@ExtendWith(PostgresExtension.class)
class EdgeInboxTest {
    private static final Charset MS949 = MtfEncoding.CP949.charset();
    private static final String KOREAN = "GENTEXT/상황/적 탱크 3대//\n";
    private static final String FRENCH = "GENTEXT/LIEU/CAFÉ//\n";

    private TestDatabase database;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
    }

    private JdbcInbox inbox(Unmappable unmappable) {
        return new JdbcInbox(database.bridgePool(), () -> 0, new EdgeText(MtfEncoding.CP949, unmappable));
    }

    private static Message message(long sequence, String text) {
        return new Message(
                new MessageId(new SystemName("A"), sequence),
                "S201",
                Precedence.ROUTINE,
                List.of(new SystemName("B")),
                Instant.parse("2026-11-21T12:34:56.123456Z"),
                Instant.MAX,
                "비밀",
                "",
                text.getBytes(StandardCharsets.UTF_8));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void storesTheBytesThatTheServerReadsAndTheDigestOfThoseThatCame() throws SQLException {
        Message message = message(1, KOREAN);

        assertThat(inbox(Unmappable.REJECT).write(List.of(message), List.of(), Map.of()))
                .isEqualTo(new Written(0, List.of(), Set.of()));
        assertThat(inbox(Unmappable.REJECT).write(List.of(message), List.of(), Map.of()))
                .isEqualTo(new Written(1, List.of(), Set.of()));

        assertThat(database.column("SELECT label || ' ' || encode(payload, 'hex') FROM c4i.received"))
                .containsExactly("비밀 " + hex(KOREAN.getBytes(MS949)));
        assertThat(database.column("SELECT digest FROM c4i.inbox_key"))
                .containsExactly(Long.toString(ContentDigest.of(message)));
    }

    @Test
    void parksWhatTheServerCannotReadAsItCameAndTakesTheRest() throws SQLException {
        Message french = message(2, FRENCH);

        Written written = inbox(Unmappable.REJECT)
                .write(List.of(message(1, KOREAN), french, message(3, "ASCII")), List.of(), Map.of());

        assertThat(written.parked()).singleElement().satisfies(parked -> {
            assertThat(parked.key()).isEqualTo(MessageKey.of(french));
            assertThat(parked.code()).isEqualTo(ErrorCode.UNMAPPABLE_CHARACTER);
            assertThat(parked.detail())
                    .isEqualTo("line 1, column 17 (byte 16): U+00C9 LATIN CAPITAL LETTER E WITH ACUTE"
                            + " is not in MS949");
        });
        assertThat(database.column("SELECT origin_sequence FROM c4i.received ORDER BY received_id"))
                .containsExactly("1", "3");
        assertThat(database.column("SELECT concat_ws('|', direction, origin_sequence, code, encode(payload, 'hex'),"
                        + " digest) FROM c4i.dead_letter"))
                .containsExactly("inbound|2|GW-313|" + hex(french.payload()) + "|" + ContentDigest.of(french));
    }

    @Test
    void knowsAMessageThatItStoredWithEscapesWhenItIsToldToRejectThem() throws SQLException {
        Message french = message(1, FRENCH);
        inbox(Unmappable.ESCAPE).write(List.of(french), List.of(), Map.of());

        Written again = inbox(Unmappable.REJECT).write(List.of(french), List.of(), Map.of());

        assertThat(again.delivered()).containsExactly(MessageKey.of(french));
        assertThat(database.column("SELECT convert_from(payload, 'UTF8') FROM c4i.received"))
                .containsExactly("GENTEXT/LIEU/CAF\\u{00C9}//\n");
        assertThat(database.column("SELECT count(*) FROM c4i.dead_letter")).containsExactly("0");
    }
}
