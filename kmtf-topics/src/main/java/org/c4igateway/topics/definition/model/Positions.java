package org.c4igateway.topics.definition.model;

/** Forms of geographic positions, checked without regular expressions so that no input makes them slow. */
final class Positions {
    private Positions() {}

    /** DDMM[SS][.d…]N, perhaps a checksum digit, perhaps '-', DDDMM[SS][.d…]E, perhaps a checksum digit. */
    static boolean isLatLong(String text) {
        int split = indexOf(text, 'N', 'S', 0);
        if (split < 0) {
            return false;
        }
        int next = split + 1;
        if (next < text.length() && text.indexOf('-') == next + 1) {
            next++; // checksum digit before the hyphen
        }
        if (next < text.length() && text.charAt(next) == '-') {
            next++;
        }
        int end = indexOf(text, 'E', 'W', next);
        if (end < 0 || end < text.length() - 2) {
            return false;
        }
        boolean tail = end == text.length() - 1 || isDigit(text.charAt(end + 1));
        boolean sum = next - split < 3 || isDigit(text.charAt(split + 1));
        return tail && sum && angle(text.substring(0, split), 2, 90) && angle(text.substring(next, end), 3, 180);
    }

    private static int indexOf(String text, char one, char other, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == one || text.charAt(i) == other) {
                return i;
            }
        }
        return -1;
    }

    private static boolean angle(String text, int degreeDigits, int most) {
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        boolean fraction = point < 0 || (point < text.length() - 1 && allDigits(text.substring(point + 1)));
        int length = whole.length();
        if (!fraction || !allDigits(whole) || (length != degreeDigits + 2 && length != degreeDigits + 4)) {
            return false;
        }
        int degrees = Integer.parseInt(whole.substring(0, degreeDigits));
        int minutes = Integer.parseInt(whole.substring(degreeDigits, degreeDigits + 2));
        int seconds = length == degreeDigits + 4 ? Integer.parseInt(whole.substring(degreeDigits + 2)) : 0;
        return minutes < 60 && seconds < 60 && (degrees < most || (degrees == most && minutes == 0 && seconds == 0));
    }

    /** Zone 1 to 60, band, two letters, an even number of 2 to 10 digits. */
    static boolean isGrid(String text) {
        int zoneDigits = text.length() > 1 && isDigit(text.charAt(1)) ? 2 : 1;
        if (text.length() < zoneDigits + 5 || !allDigits(text.substring(0, zoneDigits))) {
            return false;
        }
        int zone = Integer.parseInt(text.substring(0, zoneDigits));
        String letters = text.substring(zoneDigits, zoneDigits + 3);
        String digits = text.substring(zoneDigits + 3);
        boolean lettered = letters.chars().allMatch(c -> c >= 'A' && c <= 'Z' && c != 'I' && c != 'O');
        char band = letters.charAt(0);
        boolean sized = digits.length() % 2 == 0 && digits.length() <= 10;
        return zone >= 1 && zone <= 60 && lettered && band >= 'C' && band <= 'X' && sized && allDigits(digits);
    }

    private static boolean allDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
