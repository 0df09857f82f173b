package org.c4igateway.topics.mtf.corpus;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.c4igateway.topics.definition.model.DateTimeLayout;
import org.c4igateway.topics.definition.model.FieldDefinition;
import org.c4igateway.topics.definition.model.FieldDefinition.Alternative;
import org.c4igateway.topics.definition.model.ValueFormat;

/** Draws contents of fields by their formats. Not safe for several threads. */
final class FieldContent {
    private static final List<String> MONTHS =
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final List<String> UNITS = List.of(
            "%d CORPS",
            "%d INF DIV",
            "%d MECH BDE",
            "%d ARMD BN",
            "%d AVN BDE",
            "%d ENGR BN",
            "%d MAR DIV",
            "%d FLT",
            "%d FW",
            "%d ADA BN",
            "%d SPT BDE",
            "%d LOG GP",
            "KAOC",
            "MCRC OSAN",
            "GOC G3",
            "NAVY OPS",
            "AFCC",
            "%d CORPS G2",
            "%d INF DIV G4",
            "TF %d");
    private static final List<String> WORDS = List.of(
            "ENEMY",
            "FRIENDLY",
            "MOVES",
            "HOLDS",
            "NORTH",
            "SOUTH",
            "EAST",
            "WEST",
            "OF",
            "ALONG",
            "ROUTE",
            "BRIDGE",
            "CROSSING",
            "AT",
            "FROM",
            "TO",
            "UNTIL",
            "AND",
            "NO",
            "CHANGE",
            "REPORTED",
            "CONFIRMED",
            "ESTIMATED",
            "ARTILLERY",
            "INFANTRY",
            "ARMOR",
            "TANKS",
            "VEHICLES",
            "RADAR",
            "CONTACT",
            "LOST",
            "PATROL",
            "SUPPLY",
            "AMMUNITION",
            "FUEL",
            "PERCENT",
            "DAMAGED",
            "DESTROYED",
            "REQUEST",
            "SUPPORT",
            "IMMEDIATE",
            "MISSION",
            "CONTINUES",
            "ROAD",
            "BLOCKED",
            "WEATHER",
            "VISIBILITY",
            "GOOD",
            "LIMITED",
            "SECTOR",
            "PHASE LINE",
            "OBJECTIVE",
            "REINFORCED",
            "WITHDRAWS",
            "ATTACK",
            "DEFENCE",
            "FORMING",
            "SECOND",
            "FIRST",
            "ECHELON",
            "COMPANY",
            "PLATOON",
            "RIVER",
            "HILL",
            "UNKNOWN",
            "HOSTILE",
            "이상 무",
            "전방",
            "교량",
            "확인",
            "적",
            "아군",
            "이동",
            "진지",
            "보급",
            "정찰",
            "도착",
            "완료");
    private static final String LETTERS = "ABCDEFGHIKLMNOPQRSTUVWXYZ";

    private final RandomGenerator random;

    FieldContent(RandomGenerator random) {
        this.random = random;
    }

    String of(FieldDefinition field) {
        Alternative chosen = pick(field.alternatives());
        String text = text(field.name(), chosen.format());
        return chosen.descriptor().isEmpty() ? text : chosen.descriptor() + ":" + text;
    }

    private String text(String name, ValueFormat format) {
        return switch (format) {
            case ValueFormat.Codes(var codes) -> pick(List.copyOf(codes));
            case ValueFormat.Quantity quantity -> quantity(quantity);
            case ValueFormat.DateTime(var layouts) ->
                dateTime(pick(layouts.stream().sorted().toList()));
            case ValueFormat.LatLong() ->
                String.format(
                        Locale.ROOT,
                        "%02d%02dN%03d%02dE",
                        random.nextInt(33, 43),
                        random.nextInt(60),
                        random.nextInt(124, 131),
                        random.nextInt(60));
            case ValueFormat.Grid() ->
                "52S" + pick(List.of("BG", "CG", "CH", "DG", "DH", "CF")) + digits(random.nextBoolean() ? 8 : 10);
            case ValueFormat.Composite(var parts) ->
                parts.stream().map(part -> text(name, part)).collect(Collectors.joining());
            case ValueFormat.Text(var characters, int min, int max) ->
                switch (characters) {
                    case DIGITS -> digits(random.nextInt(min, Math.min(max, min + 4) + 1));
                    case LETTERS -> letters(random.nextInt(min, Math.min(max, min + 4) + 1));
                    case BASIC, ANY -> words(name, min, max);
                };
        };
    }

    private String words(String name, int min, int max) {
        String text = name.contains("unit") || name.contains("originator") ? unit() : phrase(random.nextInt(8, 30));
        if (max < 14) {
            text = letters(Math.clamp(random.nextInt(2, 5), 1, max)) + digits(3);
        }
        String cut = text.substring(0, Math.min(max, text.length())).strip();
        return cut.length() < min ? letters(min) : cut;
    }

    private String quantity(ValueFormat.Quantity quantity) {
        double share = random.nextDouble();
        double value = quantity.min() + share * share * (quantity.max() - quantity.min());
        String number = quantity.decimals() > 0 && random.nextBoolean()
                ? String.format(Locale.ROOT, "%." + Math.min(2, quantity.decimals()) + "f", value)
                : String.valueOf((long) Math.ceil(value));
        return quantity.units().isEmpty() ? number : number + pick(quantity.units());
    }

    private String dateTime(DateTimeLayout layout) {
        String group = String.format(
                Locale.ROOT,
                "%02d%02d%02d%s",
                random.nextInt(1, 29),
                random.nextInt(24),
                random.nextInt(60),
                random.nextBoolean() ? "Z" : "I");
        return switch (layout) {
            case DDHHMMZ -> group;
            case DDHHMMZMON -> group + month();
            case DDHHMMZMONYY -> group + month() + "26";
            case DDHHMMZMONYYYY -> group + month() + "2026";
            case ISO ->
                String.format(
                        Locale.ROOT,
                        "2026%02d%02dT%02d%02d%02dZ",
                        random.nextInt(1, 13),
                        random.nextInt(1, 29),
                        random.nextInt(24),
                        random.nextInt(60),
                        random.nextInt(60));
            case DDMONYYYY -> group.substring(0, 2) + month() + "2026";
            case MONYYYY -> month() + "2026";
        };
    }

    /** Mostly the same month, as in one operation. */
    String month() {
        return random.nextInt(10) > 0 ? "NOV" : pick(MONTHS);
    }

    String unit() {
        return String.format(Locale.ROOT, pick(UNITS), random.nextInt(1, 100));
    }

    String digits(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append((char) ('0' + random.nextInt(10)));
        }
        return text.toString();
    }

    private String letters(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    /** Words of about this many characters in all. */
    String phrase(int characters) {
        StringBuilder text = new StringBuilder(pick(WORDS));
        while (text.length() < characters) {
            text.append(' ').append(random.nextInt(9) == 0 ? String.valueOf(random.nextInt(1_000)) : pick(WORDS));
        }
        return text.toString();
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
