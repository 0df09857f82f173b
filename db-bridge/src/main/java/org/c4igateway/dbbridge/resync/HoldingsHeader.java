package org.c4igateway.dbbridge.resync;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.c4igateway.core.message.SystemName;

/**
 * First line of a file of holdings.
 *
 * @param holder system that exported it
 * @param of system that it is compared at
 * @param since rows submitted before are left out, unless they got their final state later
 * @param exportedAt when, by the clock of the exporting database
 */
public record HoldingsHeader(SystemName holder, SystemName of, Instant since, Instant exportedAt) {
    private static final String KIND = "c4i-resync-1";

    String text() {
        return String.join("\t", KIND, holder.value(), of.value(), since.toString(), exportedAt.toString());
    }

    static HoldingsHeader read(BufferedReader file) throws IOException {
        String line = file.readLine();
        String[] fields = line == null ? new String[0] : line.split("\t", -1);
        if (fields.length != 5 || !fields[0].equals(KIND)) {
            throw new IOException("this file was not written by c4i resync export");
        }
        try {
            return new HoldingsHeader(
                    new SystemName(fields[1]),
                    new SystemName(fields[2]),
                    Instant.parse(fields[3]),
                    Instant.parse(fields[4]));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IOException("the first line is damaged: " + e.getMessage(), e);
        }
    }
}
