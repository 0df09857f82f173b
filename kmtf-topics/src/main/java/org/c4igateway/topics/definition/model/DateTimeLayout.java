package org.c4igateway.topics.definition.model;

import java.util.List;

/**
 * Layouts of dates and times (FFIRN 2000, 2030, 2033, 2034). Zone letters are A to Z without J; I is Korean time. The
 * layouts with a zone letter may carry a checksum digit behind it, which is the last digit of the sum of the six
 * digits.
 */
public enum DateTimeLayout {
    DDHHMMZ,
    DDHHMMZMON,
    DDHHMMZMONYY,
    DDHHMMZMONYYYY,
    ISO,
    DDMONYYYY,
    MONYYYY;

    private static final List<String> MONTHS =
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");

    /** Whether the text has this layout and names a day and time that exist in some year. */
    public boolean matches(String text) {
        return switch (this) {
            case DDHHMMZ -> group(text, 0);
            case DDHHMMZMON -> group(text, 3);
            case DDHHMMZMONYY -> group(text, 5);
            case DDHHMMZMONYYYY -> group(text, 7);
            case ISO -> iso(text);
            case DDMONYYYY -> text.length() == 9 && dayOfMonth(text.substring(0, 2), text.substring(2));
            case MONYYYY -> text.length() == 7 && monthAndYear(text);
        };
    }

    /** DDHHMM, zone letter, perhaps a checksum digit, then month and year of the given length. */
    private static boolean group(String text, int tail) {
        int head = text.length() - tail;
        if (head != 7 && head != 8) {
            return false;
        }
        boolean clock = number(text, 2, 4) <= 23
                && number(text, 2, 4) >= 0
                && number(text, 4, 6) >= 0
                && number(text, 4, 6) <= 59;
        char zone = text.charAt(6);
        boolean zoned = zone >= 'A' && zone <= 'Z' && zone != 'J';
        boolean summed = head == 7 || text.charAt(7) - '0' == digitSum(text) % 10;
        boolean day = tail == 0
                ? number(text, 0, 2) >= 1 && number(text, 0, 2) <= 31
                : dayOfMonth(text.substring(0, 2), text.substring(head));
        return clock && zoned && summed && day;
    }

    private static int digitSum(String text) {
        return text.chars().limit(6).map(c -> c - '0').sum();
    }

    /** The second text is a month with or without a year behind it. */
    private static boolean dayOfMonth(String day, String monthYear) {
        int month = MONTHS.indexOf(monthYear.substring(0, 3)) + 1;
        int year = monthYear.length() == 3 ? 2000 : number(monthYear, 3, monthYear.length());
        return month > 0 && year >= 0 && dayExists(number(day, 0, 2), month, year);
    }

    private static boolean dayExists(int day, int month, int year) {
        return day >= 1
                && day
                        <= java.time.YearMonth.of(year < 100 ? 2000 + year : year, month)
                                .lengthOfMonth();
    }

    private static boolean monthAndYear(String text) {
        return MONTHS.contains(text.substring(0, 3)) && number(text, 3, 7) >= 0;
    }

    /** YYYYMMDDThhmmssZ. */
    private static boolean iso(String text) {
        if (text.length() != 16 || text.charAt(8) != 'T' || text.charAt(15) != 'Z') {
            return false;
        }
        int month = number(text, 4, 6);
        int hour = number(text, 9, 11);
        int minute = number(text, 11, 13);
        int second = number(text, 13, 15);
        boolean clock = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 60;
        int year = number(text, 0, 4);
        return clock && month >= 1 && month <= 12 && year >= 0 && dayExists(number(text, 6, 8), month, year);
    }

    /** The digits as a number, or -1 when one of them is none. */
    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + c - '0';
        }
        return value;
    }
}
