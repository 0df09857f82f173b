package org.c4igateway.lab.report.page;

import java.util.List;

/**
 * A piece of a report.
 *
 * @param pictures each an SVG
 * @param tables that stand below them
 */
public record ReportPart(List<String> pictures, List<ReportTable> tables) {
    public ReportPart {
        pictures = List.copyOf(pictures);
        tables = List.copyOf(tables);
    }
}
