package org.c4igateway.dbbridge.table.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a row elsewhere is taken as it is, and what is wrong with it. */
class SourceRowTest {
    private static final int TOPIC = 1;
    private static final int PRECEDENCE = 2;
    private static final int DESTINATIONS = 3;
    private static final int PAYLOAD = 4;
    private static final int EXPIRY = 5;
    private static final int LABEL = 6;
    private static final int SUBJECT = 7;

    @TempDir
    private Path directory;

    private final @Nullable Object[] columns = {"A004", "2", "BRAVO", "text", "", "", "", 7L, "1"};
    private String receivers = "destinations: d";
    private String type = "text";
    private Charset edge = StandardCharsets.UTF_8;

    @BeforeEach
    void isGood() throws IOException, SQLException {
        assertThat(read().problem()).isEmpty();
    }

    private SourceRow read() throws IOException, SQLException {
        Path file = Files.writeString(directory.resolve("map.yaml"), """
                name: legacy
                outbound:
                  tx:
                    table: legacy.tx
                    key: [no]
                    topic: t
                    precedence: p
                    %s
                    payload: b
                    payload-type: %s
                """.formatted(receivers, type));
        OutboundMapping mapping = MappingFile.read(file).outbound().getFirst();
        return SourceRow.read(row(), mapping, edge);
    }

    private ResultSet row() {
        return (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "wasNull" -> false;
                    default -> columns[(int) arguments[0] - 1];
                });
    }

    private String problem(int column, @Nullable Object value) throws IOException, SQLException {
        columns[column - 1] = value;
        return read().problem();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "2", "3"})
    void takesEachPrecedence(String precedence) throws IOException, SQLException {
        assertThat(problem(PRECEDENCE, precedence)).isEmpty();
        assertThat(read().precedence()).isEqualTo(Integer.parseInt(precedence));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "-1", "10", "x", ""})
    void namesWhatIsNoPrecedence(String precedence) throws IOException, SQLException {
        assertThat(problem(PRECEDENCE, precedence)).isEqualTo("precedence '" + precedence + "' is not 0 to 3");
        assertThat(read().precedence()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 64, ''",
        "1, 65, does not have 1 to 64 characters",
        "6, 256, ''",
        "6, 257, label or subject is longer",
        "7, 128, ''",
        "7, 129, label or subject is longer"
    })
    void boundsTexts(int column, int length, String problem) throws IOException, SQLException {
        assertThat(problem(column, "x".repeat(length)))
                .contains(problem)
                .matches(told -> told.isEmpty() == problem.isEmpty());
    }

    @Test
    void wantsATopic() throws IOException, SQLException {
        assertThat(problem(TOPIC, null)).isEqualTo("topic '' does not have 1 to 64 characters");
    }

    @ParameterizedTest
    @ValueSource(ints = {TOPIC, LABEL, SUBJECT})
    void namesANul(int column) throws IOException, SQLException {
        assertThat(problem(column, "\0")).isEqualTo("a NUL in a text");
    }

    @Test
    void boundsTheNumberOfDestinations() throws IOException, SQLException {
        String most = IntStream.range(0, 256).mapToObj(i -> "S" + i).collect(Collectors.joining(","));
        assertThat(problem(DESTINATIONS, most)).isEmpty();
        assertThat(problem(DESTINATIONS, most + ",S256")).isEqualTo("more than 256 destinations");
    }

    @Test
    void namesTheFirstDestinationThatIsNoSystem() throws IOException, SQLException {
        assertThat(problem(DESTINATIONS, "{BRAVO, *, -}")).isEqualTo("destination '*' is no system name");
        assertThat(problem(DESTINATIONS, null)).isEqualTo("destination '' is no system name");
    }

    @Test
    void wantsNoDestinationWhereItPublishes() throws IOException, SQLException {
        receivers = "publish: true";
        assertThat(problem(DESTINATIONS, null)).isEmpty();
    }

    @Test
    void readsTheExpiryToTheMillisecond() throws IOException, SQLException {
        assertThat(problem(EXPIRY, "4102444800.1239")).isEmpty();
        assertThat(read().expiresAt()).isEqualTo(Instant.parse("2100-01-01T00:00:00.123Z"));
        assertThat(problem(EXPIRY, "soon")).isEqualTo("expires-at 'soon' is no number of seconds");
        assertThat(read().expiresAt()).isNull();
    }

    @Test
    void boundsThePayload() throws IOException, SQLException {
        assertThat(problem(PAYLOAD, "x".repeat(16 << 20))).isEmpty();
        assertThat(problem(PAYLOAD, "x".repeat((16 << 20) + 1))).isEqualTo("payload over 16 MiB");
        assertThat(problem(PAYLOAD, null)).isEqualTo("no payload");
    }

    @Test
    void takesBytesAsTheyAre() throws IOException, SQLException {
        type = "bytes";
        byte[] bytes = {0, (byte) 0xff};
        assertThat(problem(PAYLOAD, bytes)).isEmpty();
        assertThat(read().payload()).isEqualTo(bytes);
        assertThat(problem(PAYLOAD, null)).isEqualTo("no payload");
    }

    @Test
    void namesThePayloadThatTheEncodingLacks() throws IOException, SQLException {
        edge = StandardCharsets.ISO_8859_1;
        assertThat(problem(PAYLOAD, "적")).startsWith("the payload has a character that ISO-8859-1 lacks");
    }

    @Test
    void namesAllThatIsWrong() throws IOException, SQLException {
        columns[PRECEDENCE - 1] = "x";
        assertThat(problem(PAYLOAD, null)).isEqualTo("precedence 'x' is not 0 to 3; no payload");
    }

    @Test
    void namesAColumnOfTheKeyThatIsNull() throws IOException, SQLException {
        assertThat(problem(9, null)).isEqualTo(Place.NO_KEY);
    }
}
