package org.c4igateway.app;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds similar words, as suggestions for a misspelt one. */
public final class SpellingSuggestions {
    private static final int NEAR_ENOUGH_EDITS = 2;

    private SpellingSuggestions() {}

    /** Candidates within two typing errors, in alphabetical order. */
    public static List<String> of(String word, Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate -> edits(lower(word), lower(candidate)) <= NEAR_ENOUGH_EDITS)
                .sorted()
                .toList();
    }

    /** The nearest of the candidates when no more than a third differs; the first of the alphabet among equals. */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate ->
                        edits(lower(word), lower(candidate)) <= Math.max(NEAR_ENOUGH_EDITS, word.length() / 3))
                .sorted()
                .min(Comparator.comparingInt(candidate -> edits(lower(word), lower(candidate))));
    }

    /** A key that ends with the same name, somewhere else. */
    static Optional<String> sameEnd(String key, Collection<String> candidates) {
        String end = key.substring(key.lastIndexOf('.'));
        return candidates.stream()
                .filter(candidate -> candidate.endsWith(end))
                .sorted()
                .findFirst();
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }

    /** Levenshtein distance with neighbours swapped counting as one edit. */
    static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
