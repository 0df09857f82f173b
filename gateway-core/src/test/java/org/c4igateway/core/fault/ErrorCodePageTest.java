package org.c4igateway.core.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrorCodePageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "error-codes.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (GW-\\d{3} \\| [A-Z_]+) \\| [^|]{4,} \\| [^|]{4,} \\|$");

    @Test
    void everyCodeIsOnThePageOnceWithItsNameMeaningAndRemedy() throws IOException {
        Stream<String> described = ROW.matcher(Files.readString(PAGE)).results().map(row -> row.group(1));

        assertThat(described)
                .containsExactly(Stream.of(ErrorCode.values())
                        .map(code -> code.code() + " | " + code.name())
                        .toArray(String[]::new));
    }
}
