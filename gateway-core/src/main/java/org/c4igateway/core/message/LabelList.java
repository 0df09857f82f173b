package org.c4igateway.core.message;

import java.util.List;

/**
 * Classification labels that may pass: each as it stands in the row, or with {@code *} at its end for any that begins
 * so. The empty text stands for rows without a label. Immutable, any thread.
 *
 * @param entries labels and beginnings of labels; none lets nothing pass
 */
public record LabelList(List<String> entries) {
    /** Lets every label pass. */
    public static final LabelList ALL = new LabelList(List.of("*"));

    private static final String REST = "*";

    public LabelList {
        entries = List.copyOf(entries);
        entries.forEach(LabelList::check);
    }

    private static void check(String entry) {
        int star = entry.indexOf('*');
        if (star >= 0 && star < entry.length() - 1) {
            throw new IllegalArgumentException("'" + entry + "' has a * that is not at its end");
        }
    }

    /** @return whether a message with this label may pass */
    public boolean admits(String label) {
        return entries.stream()
                .anyMatch(entry -> entry.endsWith(REST)
                        ? label.startsWith(entry.substring(0, entry.length() - REST.length()))
                        : label.equals(entry));
    }
}
