package org.c4igateway.lab.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.run.RunResult.Circumstances;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.stats.Repetitions;

/**
 * Says how busy the machine was while runs were made: with how many of their own kind, and with what does not belong
 * here.
 */
final class MachineUse {
    /** More than this on average, and the report says that it was not made on a quiet machine. */
    private static final double QUIET = 0.05;

    private final List<Circumstances> circumstances;

    MachineUse(List<RunResult> runs) {
        this.circumstances = runs.stream().map(RunResult::circumstances).toList();
    }

    String seconds() {
        return medianAndMost(Circumstances::seconds);
    }

    String sideBySide() {
        return medianAndMost(Circumstances::sideBySide);
    }

    String load() {
        return medianAndMost(Circumstances::loadAverage);
    }

    String others() {
        double[] shares = values(Circumstances::othersShare);
        if (shares.length == 0) {
            return "–";
        }
        Repetitions repetitions = Repetitions.of(shares);
        return NumberText.percent(repetitions.median()) + " (" + NumberText.percent(repetitions.max()) + ")";
    }

    private String medianAndMost(ToDoubleFunction<Circumstances> value) {
        double[] values = values(value);
        if (values.length == 0) {
            return "–";
        }
        Repetitions repetitions = Repetitions.of(values);
        return NumberText.text(repetitions.median()) + " (" + NumberText.text(repetitions.max()) + ")";
    }

    /** Negative ones are unknown. */
    private double[] values(ToDoubleFunction<Circumstances> value) {
        return circumstances.stream()
                .mapToDouble(value)
                .filter(number -> number >= 0)
                .toArray();
    }

    /** One sentence or two. */
    Label summary() {
        double[] shares = values(Circumstances::othersShare);
        boolean quiet = shares.length > 0 && Repetitions.of(shares).mean() <= QUIET;
        String first = circumstances.stream()
                .map(Circumstances::startedAt)
                .min(String::compareTo)
                .map(time -> Instant.parse(time).truncatedTo(ChronoUnit.SECONDS).toString())
                .orElse("–");
        return new Label(
                circumstances.size() + " runs from " + first + ". Load average when they ended: " + load()
                        + ", median (highest). Programs outside the lab and the kernel used " + others()
                        + " of the processors."
                        + (quiet ? "" : " NOT a quiet machine: other programs ran beside these measurements."),
                first + "부터 실행 " + circumstances.size() + "회. 종료 시 부하 평균: " + load()
                        + ", 중앙값(최댓값). 실험실 밖 프로그램과 커널의 프로세서 사용: " + others() + "."
                        + (quiet ? "" : " 조용한 장비가 아니었음: 측정 중 다른 프로그램이 실행되었다."));
    }
}
