package org.c4igateway.lab.report;

import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;

/** Says what figures and expectations are. */
final class FigureText {
    private FigureText() {}

    static Label of(Scenario.Figure figure) {
        return switch (figure) {
            case RATE ->
                new Label(
                        "Messages per second: all delivered messages, divided by the time from the commit of the first outbox row"
                                + " to the commit of the last inbox row.",
                        "초당 메시지 수: 전달된 모든 메시지를, 첫 송신함 행의 커밋부터 마지막 수신함 행의 커밋까지의 시간으로 나눈 값.");
            case RECOVERY ->
                new Label(
                        "Mean round trip of a message in seconds, from the start of the process (or the return of the link) to the"
                                + " commit of its receipt.",
                        "메시지의 평균 왕복 시간(초): 프로세스 시작(또는 링크 복구)부터 수신 확인이 커밋될 때까지.");
            case ADDITION ->
                new Label(
                        "Seconds from the start of the newcomer's process to the commit of the first row in its inbox, while the other"
                                + " systems run.",
                        "다른 체계가 동작하는 동안 새 체계의 프로세스 시작부터 그 수신함의 첫 행이 커밋될 때까지의 시간(초).");
            case BIT_RATE ->
                new Label(
                        "Bits per second that left the sender's interface while messages flowed, by the kernel's counters; Ethernet"
                                + " frames of every kind.",
                        "메시지가 흐르는 동안 송신 노드 인터페이스에서 나간 초당 비트 수(커널 계수기, 모든 이더넷 프레임).");
            case BYTES_PER_MESSAGE ->
                new Label(
                        "Bytes that left the sender's interface per message, whatever the number of receivers; by the kernel's"
                                + " counters, Ethernet frames of every kind.",
                        "수신자 수와 관계없이 메시지 한 건당 송신 노드 인터페이스에서 나간 바이트 수(커널 계수기, 모든 이더넷 프레임).");
            case ROUND_TRIP ->
                new Label(
                        "Mean round trip in microseconds of the smallest payload: from before it is written until its answer is in the"
                                + " hands of the program that wrote it. Less is better. The tables and curves show all payloads.",
                        "가장 작은 페이로드의 평균 왕복 시간(µs): 쓰기 직전부터 응답이 쓴 프로그램에 도달할 때까지. 작을수록 좋음." + " 모든 크기는 아래 표와 곡선에 있음.");
            case FAN_LATENCY ->
                new Label(
                        "Mean time in microseconds of the smallest payload from before it is written until a reader has it, by one"
                                + " clock. Less is better. The tables and curves show all payloads.",
                        "가장 작은 페이로드의 평균 시간(µs): 쓰기 직전부터 독자가 받을 때까지, 한 시계로 잰 값. 작을수록 좋음." + " 모든 크기는 아래 표와 곡선에 있음.");
            case STREAM_RATE ->
                new Label(
                        "Megabytes (1,000,000 B) per second of the size of chunk that carries most: all bytes, divided by the time from"
                                + " the first chunk until the receiver has said that it has all, which it says after the commit"
                                + " where it stores them. The tables and curves show all sizes.",
                        "가장 빠른 청크 크기의 초당 메가바이트(1,000,000 B): 모든 바이트를, 첫 청크부터 수신자가 모두 받았다고 알릴 때까지의 시간으로 나눈 값."
                                + " 저장하는 수신자는 커밋한 뒤에 알림."
                                + " 모든 크기는 아래 표와 곡선에 있음.");
            case RUNTIME ->
                new Label(
                        "Seconds to count the most primes: from the publication of the first interval until the master has the last"
                                + " result. The count is checked by a sieve. The tables and curves show all jobs.",
                        "가장 큰 수까지 소수를 세는 시간(초): 첫 구간의 게시부터 마스터가 마지막 결과를 받을 때까지. 개수는 체로 검증함." + " 모든 작업은 아래 표와 곡선에 있음.");
            case WRITE_TIME ->
                new Label(
                        "Mean time of a write in microseconds over all combinations of policies. Less is better. The tables show each"
                                + " combination, and what late readers got.",
                        "모든 정책 조합에 걸친 쓰기 한 번의 평균 시간(µs). 작을수록 좋음. 조합별 값과 늦게 온 리더가 받은 것은 아래 표에 있음.");
            case SAMPLE_RATE ->
                new Label(
                        "Samples per second: those that arrived, each once, divided by the time from before the first write to the"
                                + " last arrival, by one clock. Read the share that arrived beside it: what repairs nothing is fast because"
                                + " it loses. A run in which a carrier that repairs has not brought all in time did not finish (DNF).",
                        "초당 표본 수: 도착한 표본(중복 제외)을 첫 쓰기 직전부터 마지막 도착까지의 시간으로 나눈 값(한 시계). 도착한 비율과 함께 읽을 것:"
                                + " 아무것도 재전송하지 않는 방식은 잃기 때문에 빠름. 재전송하는 방식이 제시간에 모두 전달하지 못한 실행은 DNF.");
            case MEETING_TIME ->
                new Label(
                        "Seconds until all ends of the most topics have met: from the word to join, which programs get"
                                + " that are there already. Less is better. The tables and curves show all numbers of topics.",
                        "가장 많은 토픽에서 모든 끝점이 만날 때까지의 시간(초): 이미 떠 있는 프로그램이 참여 지시를 받은 때부터. 작을수록 좋음."
                                + " 토픽 수별 값은 아래 표와 곡선에 있음.");
            case LATENCY ->
                new Label(
                        "Median time in seconds from the intended submission to the commit of the inbox row.",
                        "의도한 제출 시각부터 수신함 행의 커밋까지 걸린 시간의 중앙값(초).");
        };
    }

    /** Its unit, and which way is better. */
    static Label direction(Scenario.Figure figure) {
        return figure.moreIsBetter()
                ? new Label(figure.unit() + ", more is better", figure.unit() + ", 클수록 좋음")
                : new Label(figure.unit() + ", less is better", figure.unit() + ", 작을수록 좋음");
    }

    /** @param figure of the scenario */
    static Label of(Scenario.Expectation expectation, Scenario.Figure figure) {
        String value = NumberText.text(expectation.value());
        return switch (expectation.kind()) {
            case AT_LEAST -> new Label("at least " + value, value + " 이상");
            case AT_MOST -> new Label("at most " + value, value + " 이하");
            case RESIDENT ->
                new Label("at most " + value + " MB resident in each program", "각 프로그램의 상주 메모리 " + value + " MB 이하");
            case SHARE_OF_BOUND ->
                new Label(
                        "at least " + NumberText.percent(expectation.value()) + " of the bound",
                        "한계의 " + NumberText.percent(expectation.value()) + " 이상");
            case TIMES_OTHER ->
                figure.moreIsBetter()
                        ? new Label(
                                "at least " + value + " times that of " + expectation.other(),
                                expectation.other() + "의 " + value + "배 이상")
                        : new Label(
                                "at most " + value + " times that of " + expectation.other(),
                                expectation.other() + "의 " + value + "배 이하");
            case TIMES_CELL ->
                figure.moreIsBetter()
                        ? new Label(
                                "at least " + value + " times " + expectation.other() + " at each payload",
                                "각 크기에서 " + expectation.other() + "의 " + value + "배 이상")
                        : new Label(
                                "at most " + value + " times " + expectation.other() + " at each payload",
                                "각 크기에서 " + expectation.other() + "의 " + value + "배 이하");
        };
    }
}
