package org.c4igateway.lab.report;

import java.util.List;
import java.util.OptionalDouble;
import org.c4igateway.lab.run.Addition;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.stats.Histograms;
import org.c4igateway.lab.transport.ExchangeResult;

/** Takes the figure of a scenario out of a run. */
final class FigureValue {
    /** Of the stages of a recovery, see docs/lab.md. */
    private static final String ROUND_TRIP = "round trip from start";

    private static final double MICROS = 1e6;
    private static final int MEDIAN = 50;

    private FigureValue() {}

    /** The value; empty when the run did not come to one. */
    static OptionalDouble of(Scenario.Figure figure, Condition condition, RunResult result) throws java.io.IOException {
        RunResult.Delivery delivery = result.delivery();
        if (result.outcome() != RunResult.Outcome.COMPLETED) {
            return OptionalDouble.empty();
        }
        if (delivery.delivered() == 0) { // best effort, all of it lost
            return figure == Scenario.Figure.RATE || figure == Scenario.Figure.SAMPLE_RATE
                    ? OptionalDouble.of(0)
                    : OptionalDouble.empty();
        }
        ExchangeResult exchange = result.exchange();
        if (figure.isOfTransport()) {
            return exchange == null ? OptionalDouble.empty() : of(figure, exchange);
        }
        double seconds = delivery.lastDelivered() - delivery.firstVisible();
        return switch (figure) {
            case RATE -> OptionalDouble.of(delivery.perSecond());
            case RECOVERY ->
                result.stages().containsKey(ROUND_TRIP)
                        ? OptionalDouble.of(result.stages().getOrDefault(ROUND_TRIP, 0.0))
                        : OptionalDouble.empty();
            case ADDITION ->
                result.addition().containsKey(Addition.FIRST_ROW)
                        ? OptionalDouble.of(result.addition().getOrDefault(Addition.FIRST_ROW, 0.0))
                        : OptionalDouble.empty();
            case BIT_RATE -> OptionalDouble.of(sentBytes(condition, result) * 8 / seconds);
            case BYTES_PER_MESSAGE -> OptionalDouble.of(sentBytes(condition, result) / messages(condition));
            case ROUND_TRIP, FAN_LATENCY, STREAM_RATE, RUNTIME, WRITE_TIME, SAMPLE_RATE, MEETING_TIME ->
                OptionalDouble.empty();
            case LATENCY ->
                OptionalDouble.of(Histograms.read(delivery.latency()).getValueAtPercentile(MEDIAN) / MICROS);
        };
    }

    private static OptionalDouble of(Scenario.Figure figure, ExchangeResult exchange) {
        return switch (figure) {
            case STREAM_RATE ->
                exchange.steps().stream()
                        .mapToDouble(step -> step.figure(ExchangeResult.RATE))
                        .max();
            case RUNTIME, MEETING_TIME ->
                exchange.steps().stream()
                        .skip(Math.max(0, exchange.steps().size() - 1))
                        .mapToDouble(step -> step.figure(ExchangeResult.SECONDS))
                        .findFirst();
            case SAMPLE_RATE ->
                exchange.steps().stream()
                        .mapToDouble(step -> step.figure(ExchangeResult.SAMPLES))
                        .findFirst();
            case WRITE_TIME ->
                exchange.policies().stream()
                        .mapToDouble(tried -> tried.writing().meanMicros())
                        .average();
            case ROUND_TRIP, FAN_LATENCY, RATE, RECOVERY, ADDITION, BIT_RATE, BYTES_PER_MESSAGE, LATENCY ->
                smallest(exchange);
        };
    }

    private static OptionalDouble smallest(ExchangeResult exchange) {
        return exchange.steps().stream()
                .limit(1)
                .mapToDouble(step -> step.figure(ExchangeResult.MEAN))
                .filter(value -> !Double.isNaN(value))
                .findFirst();
    }

    /** Bytes that left the interfaces of those who submit. */
    static double sentBytes(Condition condition, RunResult result) {
        List<String> senders =
                condition.flows().stream().map(Flow::from).distinct().toList();
        return senders.stream()
                .filter(result.hosts()::containsKey)
                .mapToLong(sender -> java.util.Objects.requireNonNull(
                                result.hosts().get(sender))
                        .sentBytes())
                .sum();
    }

    static int messages(Condition condition) {
        return condition.flows().stream().mapToInt(Flow::messages).sum();
    }
}
