package org.c4igateway.lab.report.ladder;

import org.c4igateway.lab.report.Bilingual;
import org.c4igateway.lab.scenario.Label;

/** Tables that can be folded, in the order in which they are written. */
final class LadderTable {
    private final StringBuilder html;

    /** @param html to which they are added */
    LadderTable(StringBuilder html) {
        this.html = html;
    }

    void open(String english, String korean) {
        html.append("<details><summary>")
                .append(Bilingual.html(english, korean))
                .append("</summary>\n<table>\n");
    }

    void head(String... columns) {
        html.append("<tr>");
        for (String column : columns) {
            html.append("<th>").append(Bilingual.html(LadderColumns.of(column))).append("</th>");
        }
        html.append("</tr>\n");
    }

    void row(Label name, String... cells) {
        html.append("<tr><td>").append(Bilingual.html(name)).append("</td>");
        for (String cell : cells) {
            html.append("<td>").append(Bilingual.html(LadderColumns.of(cell))).append("</td>");
        }
        html.append("</tr>\n");
    }

    void close() {
        html.append("</table></details>\n");
    }
}
