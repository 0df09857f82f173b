package org.c4igateway.lab.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The relay's process. Creates the two devices named by its arguments, prints {@code ready}, and then answers each
 * line:
 *
 * <pre>
 * set forward SETTINGS     ok          SETTINGS as in {@link RelaySettings}; forward: from first to second device
 * counters backward        NUMBERS     as in {@link RelayDirection#counters}
 * </pre>
 *
 * It ends when its input ends. Arguments: the two device names and the seed.
 */
public final class RelayProcess {
    private RelayProcess() {}

    /** Serves until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        long seed = Long.parseLong(arguments[2]);
        TapDevice west = TapDevice.open(arguments[0]);
        TapDevice east = TapDevice.open(arguments[1]);
        RelayDirection forward = new RelayDirection("forward", west, east, seed);
        RelayDirection backward = new RelayDirection("backward", east, west, ~seed);
        forward.start();
        backward.start();
        PrintStream out = System.out;
        out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(line, forward, backward));
        }
        Runtime.getRuntime().halt(0);
    }

    private static String answer(String line, RelayDirection forward, RelayDirection backward) {
        String[] words = line.split(" ", 3);
        RelayDirection direction = words.length > 1 && words[1].equals("forward") ? forward : backward;
        try {
            return switch (words[0]) {
                case "set" -> {
                    direction.set(RelaySettings.parse(words[2]));
                    yield "ok";
                }
                case "counters" -> direction.counters();
                default -> "unknown: " + line;
            };
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return "wrong: " + e.getMessage();
        }
    }

    /** A relay that lost a device is useless: it ends, and the next request to it fails. */
    static void fail(String problem) {
        System.err.println(problem);
        Runtime.getRuntime().halt(1);
    }
}
