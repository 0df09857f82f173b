package org.c4igateway.topics.definition.model;

import java.util.List;
import java.util.Set;

/**
 * What the content of a field may look like. Immutable; matching takes time linear in the field except for composites.
 */
public sealed interface ValueFormat {

    /** Whether the text, descriptor left out, has this format. */
    boolean matches(String text);

    /** For a person, such as {@code 1 to 20 of A-Z and 0-9}. */
    String describe();

    /** Which characters a text may hold. */
    enum Characters {
        LETTERS("letters A-Z"),
        DIGITS("digits"),
        BASIC("characters A-Z 0-9 . , - ( ) ? : and blank"),
        /** Any printable character, Hangul included. */
        ANY("characters");

        private final String label;

        Characters(String label) {
            this.label = label;
        }

        boolean holds(int c) {
            boolean letter = c >= 'A' && c <= 'Z';
            boolean digit = c >= '0' && c <= '9';
            return switch (this) {
                case LETTERS -> letter;
                case DIGITS -> digit;
                case BASIC -> letter || digit || " .,-()?:".indexOf(c) >= 0;
                case ANY -> !Character.isISOControl(c);
            };
        }
    }

    /** Between {@code min} and {@code max} characters of one kind. */
    record Text(Characters characters, int min, int max) implements ValueFormat {
        public Text {
            if (min < 1 || max < min) {
                throw new IllegalArgumentException("a length range is 1 or more, smaller number first");
            }
        }

        @Override
        public boolean matches(String text) {
            int length = text.codePointCount(0, text.length());
            return length >= min && length <= max && text.codePoints().allMatch(characters::holds);
        }

        @Override
        public String describe() {
            return (min == max ? "" + min : min + " to " + max) + " " + characters.label;
        }
    }

    /** A whole or decimal number in a range, with a unit glued to it when units are given. */
    record Quantity(double min, double max, int decimals, List<String> units) implements ValueFormat {
        private static final int LONGEST = 18;

        public Quantity {
            if (!(min <= max) || decimals < 0) {
                throw new IllegalArgumentException("a number range has the smaller number first");
            }
            units = List.copyOf(units);
        }

        @Override
        public boolean matches(String text) {
            if (units.isEmpty()) {
                return isInRange(text);
            }
            return units.stream()
                    .anyMatch(
                            unit -> text.endsWith(unit) && isInRange(text.substring(0, text.length() - unit.length())));
        }

        private boolean isInRange(String number) {
            String digits = number.startsWith("-") ? number.substring(1) : number;
            int point = digits.indexOf('.');
            int fraction = point < 0 ? 0 : digits.length() - point - 1;
            boolean formed = !digits.isEmpty()
                    && digits.length() <= LONGEST
                    && point != 0
                    && point != digits.length() - 1
                    && fraction <= decimals
                    && digits.indexOf('.', point + 1) < 0
                    && digits.chars().allMatch(c -> c == '.' || Characters.DIGITS.holds(c));
            if (!formed) {
                return false;
            }
            double value = Double.parseDouble(number);
            return value >= min && value <= max;
        }

        @Override
        public String describe() {
            String range = "number " + plain(min) + " to " + plain(max);
            return units.isEmpty() ? range : range + " with unit " + String.join(" or ", units);
        }

        private static String plain(double number) {
            return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
        }
    }

    /** One of a list of codes. */
    record Codes(Set<String> codes) implements ValueFormat {
        private static final int SHOWN = 12;

        public Codes {
            codes = java.util.Collections.unmodifiableSet(new java.util.LinkedHashSet<>(codes));
            if (codes.isEmpty()) {
                throw new IllegalArgumentException("a code list has at least one code");
            }
        }

        @Override
        public boolean matches(String text) {
            return codes.contains(text);
        }

        @Override
        public String describe() {
            String shown = String.join(", ", codes.stream().limit(SHOWN).toList());
            return "one of " + (codes.size() > SHOWN ? shown + ", …" : shown);
        }
    }

    /** A date-time group or date in one of the layouts. */
    record DateTime(Set<DateTimeLayout> layouts) implements ValueFormat {
        public DateTime {
            layouts = Set.copyOf(layouts);
        }

        @Override
        public boolean matches(String text) {
            return layouts.stream().anyMatch(layout -> layout.matches(text));
        }

        @Override
        public String describe() {
            return "date and time as "
                    + String.join(
                            " or ",
                            layouts.stream().sorted().map(DateTimeLayout::name).toList());
        }
    }

    /** Latitude and longitude in degrees, minutes and perhaps seconds or decimals. */
    record LatLong() implements ValueFormat {
        @Override
        public boolean matches(String text) {
            return Positions.isLatLong(text);
        }

        @Override
        public String describe() {
            return "latitude and longitude such as 3742N12702E or 460057N0023020E";
        }
    }

    /** Military grid reference. */
    record Grid() implements ValueFormat {
        @Override
        public boolean matches(String text) {
            return Positions.isGrid(text);
        }

        @Override
        public String describe() {
            return "grid reference such as 52SCG2871055210";
        }
    }

    /** Several formats written one after the other without a break. */
    record Composite(List<ValueFormat> parts) implements ValueFormat {
        private static final int LONGEST = 68;

        public Composite {
            parts = List.copyOf(parts);
            if (parts.isEmpty()) {
                throw new IllegalArgumentException("a composite has at least one part");
            }
        }

        @Override
        public boolean matches(String text) {
            if (text.length() > LONGEST) {
                return false;
            }
            boolean[] reached = new boolean[text.length() + 1];
            reached[0] = true;
            for (ValueFormat part : parts) {
                reached = advance(part, text, reached);
            }
            return reached[text.length()];
        }

        private static boolean[] advance(ValueFormat part, String text, boolean[] from) {
            boolean[] to = new boolean[from.length];
            for (int start = 0; start < from.length; start++) {
                for (int end = start + 1; from[start] && end < from.length; end++) {
                    to[end] |= part.matches(text.substring(start, end));
                }
            }
            return to;
        }

        @Override
        public String describe() {
            return String.join(
                    " followed by ", parts.stream().map(ValueFormat::describe).toList());
        }
    }
}
