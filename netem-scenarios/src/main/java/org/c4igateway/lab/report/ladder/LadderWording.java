package org.c4igateway.lab.report.ladder;

import java.util.List;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.transport.ExchangeResult;

/**
 * How a report calls what programs did.
 *
 * @param mean title of the curves of the mean
 * @param second title of the other curves
 * @param secondFigure what they show
 * @param steps title of the table by payload
 * @param figures its columns
 */
public record LadderWording(Label mean, Label second, String secondFigure, Label steps, List<String> figures) {
    /** Of round trips between two programs. */
    public static final LadderWording ROUND_TRIPS = new LadderWording(
            new Label("mean round trip, us, less is better", "평균 왕복 시간(µs), 작을수록 좋음"),
            new Label("jitter (standard deviation), us, less is better", "지터(표준편차, µs), 작을수록 좋음"),
            ExchangeResult.JITTER,
            new Label(
                    "round trips by payload, us, median of the repetitions; less is better; ratios are fair where the whole"
                            + " payload comes back",
                    "크기별 왕복 시간(µs, 반복의 중앙값), 작을수록 좋음. 배수는 페이로드 전체가 돌아오는 방식끼리만 공정함"),
            List.of(ExchangeResult.MEAN, ExchangeResult.JITTER, "p50", "p99", "p99.9", "max"));

    /** Of samples from writers to all readers. */
    public static final LadderWording FAN = new LadderWording(
            new Label("mean time from the write to a reader, us, less is better", "쓰기부터 독자까지의 평균 시간(µs), 작을수록 좋음"),
            new Label("mean time to the slowest reader, us, less is better", "가장 느린 독자까지의 평균 시간(µs), 작을수록 좋음"),
            ExchangeResult.SLOWEST,
            new Label(
                    "time from the write to a reader by payload, us, median of the repetitions; less is better",
                    "크기별 쓰기부터 독자까지의 시간(µs, 반복의 중앙값), 작을수록 좋음"),
            List.of(ExchangeResult.MEAN, ExchangeResult.SLOWEST, ExchangeResult.JITTER, "p50", "p99", "p99.9", "max"));

    public LadderWording {
        figures = List.copyOf(figures);
    }
}
