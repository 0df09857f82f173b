package org.c4igateway.lab.transport.durability;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Numbers of samples as text: runs of successive ones, in order of arrival, such as {@code 1-500,502}. */
final class Numbers {
    static final String NONE = "none";

    private Numbers() {}

    /** @return {@link #NONE} for none */
    static String text(List<Long> numbers) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < numbers.size()) {
            int end = at;
            while (end + 1 < numbers.size() && numbers.get(end + 1) == numbers.get(end) + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : ",").append(numbers.get(at));
            if (end > at) {
                text.append('-').append(numbers.get(end));
            }
            at = end + 1;
        }
        return text.isEmpty() ? NONE : text.toString();
    }

    /** @throws NumberFormatException when it is not what {@link #text} writes */
    static List<Long> parse(String text) {
        List<Long> numbers = new ArrayList<>();
        for (String run : text.equals(NONE) ? new String[0] : text.split(",", -1)) {
            int dash = run.indexOf('-');
            long first = Long.parseLong(dash < 0 ? run : run.substring(0, dash));
            long last = dash < 0 ? first : Long.parseLong(run.substring(dash + 1));
            LongStream.rangeClosed(first, last).forEach(numbers::add);
        }
        return numbers;
    }
}
