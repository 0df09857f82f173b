package org.c4igateway.topics.definition.schema;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a pattern of a simple type says when it is one class of characters with a length, such as {@code [A-Z0-9
 * ]{1,20}}.
 *
 * @param kind kind of format: alpha, digits, alnum or text
 * @param min least length
 * @param max greatest length
 * @param exact whether the kind allows no other character than the pattern
 */
record CharacterClass(String kind, int min, int max, boolean exact) {
    /** Longest content of a field. */
    static final int LONGEST = 68;

    /** A pattern of another form: only the length is known, from elsewhere. */
    static final CharacterClass OTHER = new CharacterClass("text", 1, LONGEST, false);

    private static final Pattern FORM =
            Pattern.compile("\\[((?:[^\\[\\]\\\\]|\\\\.)+)](?:\\{(\\d{1,5})(?:,(\\d{1,5}))?})?");
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String DIGITS = "0123456789";
    private static final String BASIC = LETTERS + DIGITS + " .,-()?:";

    static CharacterClass of(String pattern) {
        Matcher form = FORM.matcher(pattern);
        if (!form.matches() || form.group(1).startsWith("^")) {
            return OTHER;
        }
        BitSet characters = characters(form.group(1));
        int min = form.group(2) == null ? 1 : Integer.parseInt(form.group(2));
        int max = form.group(3) == null ? min : Integer.parseInt(form.group(3));
        String kind = kind(characters);
        boolean exact = (kind.equals("alpha") && characters.cardinality() == LETTERS.length())
                || (kind.equals("digits") && characters.cardinality() == DIGITS.length())
                || (kind.equals("alnum") && characters.cardinality() == BASIC.length());
        return new CharacterClass(kind, min, max, exact);
    }

    private static String kind(BitSet characters) {
        if (isWithin(characters, LETTERS)) {
            return "alpha";
        }
        if (isWithin(characters, DIGITS)) {
            return "digits";
        }
        return isWithin(characters, BASIC) ? "alnum" : "text";
    }

    private static boolean isWithin(BitSet characters, String allowed) {
        return characters.stream().allMatch(c -> allowed.indexOf(c) >= 0);
    }

    /** Ranges and single characters; what stands for several, such as {@code \p} or {@code \s}, is no character A-Z. */
    private static BitSet characters(String inside) {
        BitSet characters = new BitSet();
        for (int i = 0; i < inside.length(); i++) {
            boolean escaped = inside.charAt(i) == '\\';
            i += escaped ? 1 : 0;
            char from = inside.charAt(i);
            if (escaped && Character.isLetterOrDigit(from)) {
                characters.set(0);
            } else if (i + 2 < inside.length() && inside.charAt(i + 1) == '-' && inside.charAt(i + 2) != '\\') {
                characters.set(from, Math.max(from, inside.charAt(i + 2)) + 1);
                i += 2;
            } else {
                characters.set(from);
            }
        }
        return characters;
    }
}
