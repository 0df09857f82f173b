package org.c4igateway.console.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.c4igateway.console.watch.AttentionList;
import org.c4igateway.console.watch.LastHour;
import org.c4igateway.console.watch.StaleWhileRefresh;
import org.c4igateway.console.watch.WaitingTime;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.FindingLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.node.reload.NodeReload;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * What needs attention, the last hour, the ledger, the backlog by precedence and age, publications without
 * destinations, findings in payloads, and changed files that are not in use.
 */
@Controller
final class OverviewPage {
    /** C4I servers write the destinations. A server that invents names must not fill the page. */
    static final int MAX_LINES = 256;

    private final NodeReload reload;
    private final StaleWhileRefresh<LedgerSnapshot> ledger;
    private final StaleWhileRefresh<List<FindingLine>> findings;
    private final AttentionList attention;
    private final LastHour lastHour;

    OverviewPage(
            NodeReload reload,
            StaleWhileRefresh<LedgerSnapshot> ledger,
            StaleWhileRefresh<List<FindingLine>> findings,
            AttentionList attention,
            LastHour lastHour) {
        this.reload = reload;
        this.ledger = ledger;
        this.findings = findings;
        this.attention = attention;
        this.lastHour = lastHour;
    }

    @GetMapping("/console")
    String page(Model model) {
        fill(model);
        return "overview";
    }

    /** The part that changes. */
    @GetMapping("/console/overview-now")
    String now(Model model) {
        fill(model);
        return "overview :: now";
    }

    private void fill(Model model) {
        StaleWhileRefresh.Reading<LedgerSnapshot> reading = ledger.read();
        model.addAttribute("late", reading.late());
        model.addAttribute("attention", attention.read(reading.value()));
        model.addAttribute("trends", lastHour.lines());
        model.addAttribute("configuration", reload.status());
        model.addAttribute("precedences", Precedence.values());
        model.addAttribute("findings", findings.read().value().orElse(List.of()));
        model.addAttribute("sheet", reading.value().map(OverviewPage::sheet).orElse(null));
    }

    private static Sheet sheet(LedgerSnapshot snapshot) {
        Map<SystemName, List<BacklogLine>> waiting = snapshot.backlog().stream()
                .filter(line -> line.rows() > 0)
                .collect(Collectors.groupingBy(BacklogLine::destination));
        List<Destination> destinations = snapshot.lines().stream()
                .limit(MAX_LINES)
                .map(line ->
                        new Destination(line, cells(snapshot, waiting.getOrDefault(line.destination(), List.of()))))
                .toList();
        List<Published> published = snapshot.publications().stream()
                .filter(line -> line.rows() > 0)
                .map(line -> new Published(
                        line.state(),
                        new Waiting(
                                line.rows(), line.oldest().map(oldest -> WaitingTime.between(oldest, snapshot.at())))))
                .toList();
        return new Sheet(snapshot, destinations, snapshot.lines().size() - destinations.size(), published);
    }

    private static List<Waiting> cells(LedgerSnapshot snapshot, List<BacklogLine> lines) {
        return List.of(Precedence.values()).stream()
                .map(precedence -> lines.stream()
                        .filter(line -> line.precedence() == precedence)
                        .findFirst()
                        .map(line -> new Waiting(
                                line.rows(), line.oldest().map(oldest -> WaitingTime.between(oldest, snapshot.at()))))
                        .orElse(Waiting.NOTHING))
                .toList();
    }

    /**
     * What the page shows of the database.
     *
     * @param more destinations that are left out
     * @param published what is published and has no destinations, where there is any
     */
    record Sheet(LedgerSnapshot ledger, List<Destination> destinations, int more, List<Published> published) {}

    /** Published messages in a state before they have destinations. */
    record Published(String state, Waiting waiting) {}

    /** A destination's line of the ledger, and what waits for it by precedence, FLASH first. */
    record Destination(LedgerLine line, List<Waiting> waiting) {}

    /** Rows without a final state and the age of the oldest. */
    record Waiting(long rows, Optional<WaitingTime> age) {
        static final Waiting NOTHING = new Waiting(0, Optional.empty());
    }
}
