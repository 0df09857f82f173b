package org.c4igateway.lab.workload;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * Writes MTF messages of exact sizes from a seed: a MSGID set and a GENTEXT set of words, places, times and numbers
 * that are drawn, so that a compressor finds what it finds in orders and reports, no more. Belongs to one thread.
 */
final class MessageTexts {
    /** A message cannot be shorter. */
    static final int SHORTEST = 100;

    private static final int LINE = 66;
    private static final List<String> UNITS = List.of(
            "1 CORPS",
            "3 CORPS",
            "9 INF DIV",
            "25 INF DIV",
            "52 INF DIV G4",
            "7 ARTY BDE",
            "2 MECH BN",
            "OPS AVN CMD",
            "1 MAR DIV",
            "5 ENGR GP",
            "17 TFW",
            "2 FLEET");
    private static final List<String> WORDS = List.of(
            "ENEMY",
            "MOVES",
            "SOUTH",
            "ALONG",
            "ROUTE",
            "BRIDGE",
            "CROSSING",
            "AT",
            "UNTIL",
            "FURTHER",
            "NOTICE",
            "HOLD",
            "POSITION",
            "NORTH",
            "OF",
            "PHASE",
            "LINE",
            "AMBER",
            "BLUE",
            "SUPPLY",
            "POINT",
            "OPEN",
            "CLOSED",
            "TO",
            "TRAFFIC",
            "TWO",
            "VEHICLES",
            "TRACKED",
            "HEAVY",
            "LIGHT",
            "FIRE",
            "SUPPORT",
            "REQUESTED",
            "BATTERY",
            "READY",
            "COMPANY",
            "RESERVE",
            "RELEASED",
            "NO",
            "CHANGE",
            "EXPECT",
            "ARRIVAL",
            "DEPARTURE",
            "ENGAGED",
            "OBSERVED",
            "COUNTER",
            "WITH",
            "DRONE",
            "BELOW",
            "CEILING",
            "AMMUNITION",
            "FUEL",
            "PERCENT",
            "CASUALTIES",
            "EVACUATED",
            "BY",
            "AIR",
            "ROAD",
            "MINEFIELD",
            "MARKED",
            "LANE",
            "CLEARED",
            "WEATHER",
            "GOOD",
            "VISIBILITY");

    private final RandomGenerator random;
    private int serial;

    MessageTexts(RandomGenerator random) {
        this.random = random;
    }

    /**
     * The next message.
     *
     * @param name of the message in MSGID
     * @param bytes exact length, at least {@link #SHORTEST}
     */
    byte[] next(String name, int bytes) {
        String unit = UNITS.get(random.nextInt(UNITS.size()));
        StringBuilder text = new StringBuilder(bytes + LINE);
        text.append("MSGID/").append(name).append('/').append(unit).append('/');
        text.append(String.format(Locale.ROOT, "%07d", ++serial)).append("/NOV//\nGENTEXT/EXECUTION/");
        int end = bytes - 3;
        int lineStart = text.lastIndexOf("\n") + 1;
        while (text.length() < end) {
            String piece = piece();
            if (text.length() - lineStart + piece.length() > LINE) {
                text.append('\n');
                lineStart = text.length();
            }
            text.append(piece).append(' ');
        }
        text.setLength(end);
        char last = text.charAt(end - 1);
        if (last == ' ' || last == '\n') {
            text.setCharAt(end - 1, 'X');
        }
        return text.append("//\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private String piece() {
        return switch (random.nextInt(8)) {
            case 0 ->
                String.format(Locale.ROOT, "%04dN%05dE", 3_300 + random.nextInt(500), 12_600 + random.nextInt(300));
            case 1 ->
                String.format(
                        Locale.ROOT, "%02d%02d%02dI", 1 + random.nextInt(28), random.nextInt(24), random.nextInt(60));
            case 2 -> Integer.toString(random.nextInt(1_000));
            default -> WORDS.get(random.nextInt(WORDS.size()));
        };
    }
}
