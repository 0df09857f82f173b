package org.c4igateway.test.arch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of a text in English or Korean, with their units. A part of a name (UTF-8, IPv6) is no figure. */
record Figures(Set<Figure> written, Set<String> inWords) {
    /** How the languages write each unit. */
    private static final List<Set<String>> UNITS = List.of(
            Set.of("%"),
            Set.of("ms"),
            Set.of("s", "second", "seconds", "초"),
            Set.of("min", "minute", "minutes", "분"),
            Set.of("h", "hour", "hours", "시간"),
            Set.of("day", "days", "일"),
            Set.of("week", "weeks", "주"),
            Set.of("bit", "bits", "비트"),
            Set.of("B", "byte", "bytes", "바이트"),
            Set.of("kB"),
            Set.of("MB"),
            Set.of("GB"),
            Set.of("bit/s"),
            Set.of("kbit/s"),
            Set.of("Mbit/s"),
            Set.of("Gbit/s"));

    /** Not figures: 16진수, hexadecimal; 4분의 1, a quarter. Not a unit: 1일 때, when it is 1. */
    private static final Pattern FIGURE =
            Pattern.compile("(?<![A-Za-z0-9_.,]|[A-Za-z]-)(\\d{4}-\\d\\d-\\d\\d|\\d+(?:[.,]\\d+)*)(?!\\d*(?:진|분의))"
                    + UNITS.stream()
                            .flatMap(Set::stream)
                            .collect(Collectors.joining("|", "(?:[ -]?(", ")(?![A-Za-z/]| ?때))?")));

    private static final Pattern WORD = Pattern.compile("[A-Za-z]+");
    private static final List<String> NUMBERS = List.of(
            "zero no none",
            "one a an once first each every single",
            "two twice second both pair half",
            "three third",
            "four fourth",
            "five fifth",
            "six sixth",
            "seven seventh",
            "eight eighth",
            "nine ninth",
            "ten tenth",
            "eleven",
            "twelve dozen",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty");

    /** A number without the commas of thousands; the unit is empty where none follows. */
    record Figure(String number, String unit) implements Comparable<Figure> {
        boolean isLike(Figure other) {
            return number.equals(other.number) && (unit.equals(other.unit) || unit.isEmpty() || other.unit.isEmpty());
        }

        @Override
        public int compareTo(Figure other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return unit.isEmpty() ? number : number + " " + unit;
        }
    }

    static Figures of(String text) {
        Set<Figure> written = new TreeSet<>();
        Matcher figure = FIGURE.matcher(text);
        while (figure.find()) {
            written.add(new Figure(figure.group(1).replace(",", ""), unit(figure.group(2))));
        }
        Set<String> words = WORD.matcher(text)
                .results()
                .map(word -> word.group().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        Set<String> inWords = IntStream.range(0, NUMBERS.size())
                .filter(number -> Stream.of(NUMBERS.get(number).split(" ", -1)).anyMatch(words::contains))
                .mapToObj(Integer::toString)
                .collect(Collectors.toSet());
        return new Figures(written, inWords);
    }

    private static String unit(@Nullable String spelling) {
        return UNITS.stream()
                .filter(unit -> spelling != null && unit.contains(spelling))
                .map(unit -> Collections.min(unit))
                .findAny()
                .orElse("");
    }

    /** @return what only one of the two texts has; a number that the English one has as a word may be a figure here */
    List<String> missing(Figures korean) {
        List<String> missing = new ArrayList<>();
        without(written, korean.written).forEach(each -> missing.add("lacks the figure " + each));
        without(korean.written, written)
                .filter(each -> !inWords.contains(each.number()))
                .forEach(each -> missing.add("has the figure " + each + " more"));
        return missing;
    }

    private static Stream<Figure> without(Set<Figure> some, Set<Figure> others) {
        return some.stream().filter(each -> others.stream().noneMatch(each::isLike));
    }
}
