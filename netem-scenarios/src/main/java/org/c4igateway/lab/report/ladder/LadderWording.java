package org.c4igateway.lab.report.ladder;

import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.entities.MeetingFigure;

/**
 * How a report calls what programs did.
 *
 * @param axis the payload, or what else grows from step to step
 * @param first title of the first curves
 * @param firstFigure what they show, by which cells are compared
 * @param second title of the other curves
 * @param secondFigure what they show
 * @param steps title of the table by payload, or what else grows
 * @param figures its columns
 */
public record LadderWording(
        CurvePanel.Axis axis,
        Label first,
        String firstFigure,
        Label second,
        String secondFigure,
        Label steps,
        List<String> figures) {
    /** Of round trips between two programs. */
    public static final LadderWording ROUND_TRIPS = new LadderWording(
            CurvePanel.Axis.BYTES,
            new Label("mean round trip, us, less is better", "평균 왕복 시간(µs), 작을수록 좋음"),
            ExchangeResult.MEAN,
            new Label("jitter (standard deviation), us, less is better", "지터(표준편차, µs), 작을수록 좋음"),
            ExchangeResult.JITTER,
            new Label(
                    "round trips by payload, us, median of the repetitions; less is better; ratios are fair where the whole"
                            + " payload comes back",
                    "크기별 왕복 시간(µs, 반복의 중앙값), 작을수록 좋음. 배수는 페이로드 전체가 돌아오는 방식끼리만 공정함"),
            List.of(ExchangeResult.MEAN, ExchangeResult.JITTER, "p50", "p99", "p99.9", "max"));

    /** Of samples from writers to all readers. */
    public static final LadderWording FAN = new LadderWording(
            CurvePanel.Axis.BYTES,
            new Label("mean time from the write to a reader, us, less is better", "쓰기부터 독자까지의 평균 시간(µs), 작을수록 좋음"),
            ExchangeResult.MEAN,
            new Label("mean time to the slowest reader, us, less is better", "가장 느린 독자까지의 평균 시간(µs), 작을수록 좋음"),
            ExchangeResult.SLOWEST,
            new Label(
                    "time from the write to a reader by payload, us, median of the repetitions; less is better",
                    "크기별 쓰기부터 독자까지의 시간(µs, 반복의 중앙값), 작을수록 좋음"),
            List.of(ExchangeResult.MEAN, ExchangeResult.SLOWEST, ExchangeResult.JITTER, "p50", "p99", "p99.9", "max"));

    /** Of streams in chunks. */
    public static final LadderWording STREAM = new LadderWording(
            CurvePanel.Axis.BYTES,
            new Label("megabytes per second, more is better", "초당 메가바이트, 클수록 좋음"),
            ExchangeResult.RATE,
            new Label("seconds until the receiver has all, less is better", "수신자가 모두 받을 때까지의 초, 작을수록 좋음"),
            ExchangeResult.SECONDS,
            new Label(
                    "streams by size of chunk, median of the repetitions; ddsperf sends for some seconds and digests nothing",
                    "청크 크기별 스트림(반복의 중앙값). ddsperf는 몇 초 동안 보내며 다이제스트를 계산하지 않음"),
            List.of(
                    ExchangeResult.RATE,
                    ExchangeResult.STORED,
                    ExchangeResult.SECONDS,
                    ExchangeResult.GAP,
                    ExchangeResult.REPEATED));

    /** Of jobs that workers do. */
    public static final LadderWording JOB = new LadderWording(
            CurvePanel.Axis.NUMBERS,
            new Label("seconds until the master has all results, less is better", "마스터가 모든 결과를 받을 때까지의 초, 작을수록 좋음"),
            ExchangeResult.SECONDS,
            new Label(
                    "seconds from the end of a worker until its replacement has its interval, less is better",
                    "작업자가 종료된 때부터 대체 작업자가 구간을 받을 때까지의 초, 작을수록 좋음"),
            ExchangeResult.REJOINED,
            new Label(
                    "jobs by the greatest number, median of the repetitions; CPU us for an interval",
                    "소수를 세는 범위별 작업(반복의 중앙값). CPU µs는 구간당 값"),
            List.of(ExchangeResult.SECONDS, ExchangeResult.REJOINED, ExchangeResult.PRIMES));

    /** Of samples one way. */
    public static final LadderWording SAMPLES = new LadderWording(
            CurvePanel.Axis.BYTES,
            new Label("samples per second that arrived, more is better", "도착한 초당 표본 수, 클수록 좋음"),
            ExchangeResult.SAMPLES,
            new Label("bytes that the sender's host sent for a sample, less is better", "표본당 송신 호스트가 보낸 바이트, 작을수록 좋음"),
            ExchangeResult.SENT,
            new Label(
                    "samples, median of the repetitions that finished; what repairs nothing loses, so compare its rate with none that does",
                    "표본(완료된 반복의 중앙값). 재전송하지 않는 방식은 잃으므로 재전송하는 방식과 속도를 비교하지 말 것"),
            List.of(
                    ExchangeResult.SAMPLES,
                    ExchangeResult.LOST,
                    ExchangeResult.SECONDS,
                    ExchangeResult.SENT,
                    ExchangeResult.RETURNED,
                    ExchangeResult.DOUBLED));

    /** Of ends that meet. */
    public static final LadderWording MEETINGS = new LadderWording(
            CurvePanel.Axis.TOPICS,
            new Label("seconds until all ends have met, less is better", "모든 끝점이 만날 때까지의 초, 작을수록 좋음"),
            ExchangeResult.SECONDS,
            new Label(
                    "kilobytes that left the interfaces of all hosts until then, less is better",
                    "그때까지 모든 호스트의 인터페이스에서 나간 킬로바이트, 작을수록 좋음"),
            MeetingFigure.SENT,
            new Label(
                    "ends that meet by topics of a participant, median of the repetitions; memory and threads when all"
                            + " have met; CPU us for a pair",
                    "참여자의 토픽 수별 끝점의 만남(반복의 중앙값). 메모리와 스레드는 모두 만났을 때의 값, CPU µs는 쌍당 값"),
            Stream.concat(
                            Stream.of(ExchangeResult.SECONDS, MeetingFigure.SENT, MeetingFigure.FIRST_SAMPLES),
                            MeetingFigure.ofPrograms().stream())
                    .toList());

    /** For what a scenario shows. */
    public static LadderWording of(Scenario.Figure figure) {
        return switch (figure) {
            case FAN_LATENCY -> FAN;
            case STREAM_RATE -> STREAM;
            case RUNTIME -> JOB;
            case SAMPLE_RATE -> SAMPLES;
            case MEETING_TIME -> MEETINGS;
            case ROUND_TRIP, RATE, RECOVERY, ADDITION, BIT_RATE, BYTES_PER_MESSAGE, LATENCY, WRITE_TIME -> ROUND_TRIPS;
        };
    }

    public LadderWording {
        figures = List.copyOf(figures);
    }

    /** Name of the column with the share of what was asked for. */
    String share() {
        return this.equals(SAMPLES) ? "arrived" : "answered";
    }
}
