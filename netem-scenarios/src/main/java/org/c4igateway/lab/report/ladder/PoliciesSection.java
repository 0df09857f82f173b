package org.c4igateway.lab.report.ladder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.report.page.ReportPart;
import org.c4igateway.lab.report.page.ReportTable;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.stats.Repetitions;
import org.c4igateway.lab.transport.ExchangeResult;

/**
 * What late readers got, and how long writes took, by combination of policies, for one cell under one condition. Also
 * of runs that failed, which are those in which a promise was broken.
 */
public final class PoliciesSection {
    /** Of the words for the time of joining, see {@code org.c4igateway.lab.transport.durability.JoinTime}. */
    private static final Map<String, String> JOINS = Map.of(
            "at half", "절반에서",
            "at the end", "끝에서",
            "after the writer's exit", "라이터 종료 뒤",
            "after the service's restart", "서비스 재시작 뒤");

    private final Label title;
    private final Map<String, List<ExchangeResult.Policies>> byName = new LinkedHashMap<>();

    /** @param title of the condition and the cell */
    public PoliciesSection(Label title, List<RunResult> runs) {
        this.title = title;
        for (RunResult run : runs) {
            ExchangeResult exchange = run.exchange();
            if (exchange != null) {
                exchange.policies()
                        .forEach(tried -> byName.computeIfAbsent(tried.name(), name -> new ArrayList<>())
                                .add(tried));
            }
        }
    }

    /** Both tables; none without a run that came so far. */
    public ReportPart part() {
        return new ReportPart(List.of(), byName.isEmpty() ? List.of() : List.of(readers(), writers()));
    }

    private Label titled(String english, String korean) {
        return new Label(title.english() + ": " + english, title.korean() + ": " + korean);
    }

    private ReportTable readers() {
        ReportTable table = new ReportTable(
                titled(
                        "samples that late readers got, by number; least and most of the repetitions",
                        "늦게 온 리더가 받은 샘플(번호), 반복 중 최소와 최대"),
                List.of(
                        "policies",
                        "reader joins",
                        "must arrive",
                        "may arrive",
                        "arrived",
                        "first",
                        "last",
                        "in order",
                        "missing between",
                        "runs that keep it"));
        byName.forEach((name, repetitions) -> {
            for (int i = 0; i < repetitions.getFirst().joins().size(); i++) {
                int at = i;
                table.row(row(
                        name,
                        repetitions.stream().map(tried -> tried.joins().get(at)).toList()));
            }
        });
        return table;
    }

    private static List<Label> row(String name, List<ExchangeResult.Join> joins) {
        ExchangeResult.Join any = joins.getFirst();
        boolean ordered = joins.stream().allMatch(ExchangeResult.Join::ordered);
        return List.of(
                Label.of(name),
                new Label(any.when(), JOINS.getOrDefault(any.when(), any.when())),
                numbers(any.must()),
                numbers(any.may()),
                range(joins, ExchangeResult.Join::count),
                range(joins, ExchangeResult.Join::first),
                range(joins, ExchangeResult.Join::last),
                ordered ? new Label("yes", "예") : new Label("no", "아니요"),
                range(joins, ExchangeResult.Join::missing),
                kept(joins.stream().map(ExchangeResult.Join::fault).toList()));
    }

    private static Label numbers(String text) {
        return text.equals("none") ? new Label(text, "없음") : Label.of(text);
    }

    private static Label range(List<ExchangeResult.Join> joins, ToLongFunction<ExchangeResult.Join> value) {
        LongSummaryStatistics all = joins.stream().mapToLong(value).summaryStatistics();
        return Label.of(all.getMin() == all.getMax() ? "" + all.getMin() : all.getMin() + " – " + all.getMax());
    }

    private static Label kept(List<String> faults) {
        long broken = faults.stream().filter(fault -> !fault.isEmpty()).count();
        int all = faults.size();
        return broken == 0
                ? new Label(all + " of " + all, all + "회 중 " + all + "회")
                : new Label(
                        "BROKEN: " + (all - broken) + " of " + all, "어긋남: " + all + "회 중 " + (all - broken) + "회만 지킴");
    }

    private ReportTable writers() {
        ReportTable table = new ReportTable(
                titled(
                        "writes, median of the repetitions; the longest and the timed out of all",
                        "쓰기, 반복의 중앙값. 가장 긴 쓰기와 시간 초과는 모든 반복에서"),
                List.of(
                        "policies",
                        "us per sample",
                        "longest write ms",
                        "max blocking ms",
                        "writes timed out",
                        "runs that keep it"));
        byName.forEach((name, repetitions) -> {
            List<ExchangeResult.Writing> writings =
                    repetitions.stream().map(ExchangeResult.Policies::writing).toList();
            table.row(List.of(
                    Label.of(name),
                    Label.of(NumberText.text(Repetitions.of(values(writings, ExchangeResult.Writing::meanMicros))
                            .median())),
                    Label.of(NumberText.text(Repetitions.of(values(writings, ExchangeResult.Writing::longestMillis))
                            .max())),
                    Label.of(NumberText.text(writings.getFirst().blockingMillis())),
                    Label.of(""
                            + writings.stream()
                                    .mapToLong(ExchangeResult.Writing::timedOut)
                                    .sum()),
                    kept(writings.stream().map(ExchangeResult.Writing::fault).toList())));
        });
        return table;
    }

    private static double[] values(
            List<ExchangeResult.Writing> writings, ToDoubleFunction<ExchangeResult.Writing> value) {
        return writings.stream().mapToDouble(value).toArray();
    }
}
