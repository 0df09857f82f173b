package org.c4igateway.cli.codes;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.CodeAdvice;

/** The reference page of the codes, in Markdown, and the same texts for a terminal. */
final class CodePage {
    private static final String INTRODUCTION = """
            # Codes

            Every refusal and every fault has a code. Its number and meaning never change. You find codes in the log, in `c4i.delivery_status`, in
            `c4i.dead_letter` and in the label `code` of the [metrics](metrics.md). `./c4i codes GW-104` prints a code's row on a host without this page.

            This page is generated: `./c4i codes --markdown`. A test compares it with the code, its keys with the
            [configuration](configuration.md), and its commands with the command line.
            """;

    private static final Map<Integer, String> SECTIONS = new TreeMap<>(Map.of(1, """
            ## Start-up and configuration

            A process that ends with one of these codes prints the key, its value, the place in the file and the remedy.
            """, 2, """
            ## Transport
            """, 3, """
            ## Message content

            A message with one of these codes is refused and not sent again. Its row ends as `rejected` (GW-304: `expired`). A dead letter keeps its bytes.
            """, 4, """
            ## Interface database
            """));

    private CodePage() {}

    static String of(List<CodeAdvice> all) {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        SECTIONS.forEach((hundred, heading) -> {
            page.append('\n').append(heading).append("""

                    | code | name | meaning | what to do | keys | command |
                    |---|---|---|---|---|---|
                    """);
            all.stream()
                    .filter(advice -> advice.code().number() / 100 == hundred)
                    .forEach(advice -> page.append(row(advice)));
        });
        return page.toString();
    }

    private static String row(CodeAdvice advice) {
        String keys = advice.keys().isEmpty()
                ? "none"
                : advice.keys().stream().map(key -> "`" + key + "`").collect(Collectors.joining(", "));
        return "| %s | %s | %s | %s | %s | `./c4i %s` |%n"
                .formatted(
                        advice.code().code(), advice.code(), advice.meaning(), advice.remedy(), keys, advice.command());
    }

    /** Markdown without its links and marks; what a link leads to is left out. */
    static String plain(String markdown) {
        return markdown.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .replace("`", "")
                .replace("./c4i ", "c4i ");
    }

    static String firstSentence(String markdown) {
        String text = plain(markdown);
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }
}
