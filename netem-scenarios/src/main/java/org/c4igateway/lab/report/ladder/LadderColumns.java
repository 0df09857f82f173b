package org.c4igateway.lab.report.ladder;

import java.util.Map;
import org.c4igateway.lab.scenario.Label;

/** Words of the tables in both languages; those that are the same in both are not listed. */
final class LadderColumns {
    private static final Map<String, String> KOREAN = Map.ofEntries(
            Map.entry("cell", "방식"),
            Map.entry("us per KiB", "KiB당 µs"),
            Map.entry("us at 0 B", "0 B에서 µs"),
            Map.entry("mean", "평균"),
            Map.entry("jitter", "지터"),
            Map.entry("slowest", "가장 느린 독자"),
            Map.entry("us per end", "끝점당 µs"),
            Map.entry("us at none", "끝점 0개에서 µs"),
            Map.entry("ends", "끝점 수"),
            Map.entry("figure", "지표"),
            Map.entry("writes", "쓰기"),
            Map.entry("reads", "읽기"),
            Map.entry("max", "최대"),
            Map.entry("answered", "응답"),
            Map.entry("CPU us", "왕복당 CPU µs"),
            Map.entry("times ddsperf", "ddsperf 대비 배수"),
            Map.entry("program", "프로그램"),
            Map.entry("CPU s", "CPU 초"),
            Map.entry("resident MB at most", "최대 상주 메모리 MB"),
            Map.entry("asks", "질문"),
            Map.entry("answers", "응답"));

    private LadderColumns() {}

    static Label of(String english) {
        return new Label(english, KOREAN.getOrDefault(english, english));
    }
}
