package org.c4igateway.lab.report.page;

import java.util.Map;
import org.c4igateway.lab.scenario.Label;

/** Words of tables in both languages; those that are the same in both are not listed. */
final class ColumnNames {
    private static final Map<String, String> KOREAN = Map.ofEntries(
            Map.entry("failed", "실패"),
            Map.entry("median", "중앙값"),
            Map.entry("low", "하한"),
            Map.entry("high", "상한"),
            Map.entry("mean", "평균"),
            Map.entry("sd", "표준편차"),
            Map.entry("min", "최소"),
            Map.entry("max", "최대"),
            Map.entry("bound", "한계"),
            Map.entry("% of bound", "한계 대비"),
            Map.entry("paper", "논문"),
            Map.entry("delivered", "전달"),
            Map.entry("receipt p50", "확인 p50"),
            Map.entry("receipt p99", "확인 p99"),
            Map.entry("bytes sent", "보낸 바이트"),
            Map.entry("packets sent", "보낸 패킷"),
            Map.entry("bytes per message", "메시지당 바이트"),
            Map.entry("payload share", "본문 비율"),
            Map.entry("goodput bit/s", "유효 처리율 bit/s"),
            Map.entry("direction", "방향"),
            Map.entry("loss set", "설정 손실"),
            Map.entry("loss measured", "실측 손실"),
            Map.entry("packets", "패킷"),
            Map.entry("rate set", "설정 속도"),
            Map.entry("busiest rate", "최대 속도"),
            Map.entry("queue drops", "큐 폐기"),
            Map.entry("s per run", "실행당 초"),
            Map.entry("side by side", "동시 실행"),
            Map.entry("load average", "부하 평균"),
            Map.entry("used by others", "외부 사용"),
            Map.entry("detect", "감지"),
            Map.entry("lines changed elsewhere", "다른 체계에서 바뀐 설정 줄"),
            Map.entry("s to the first row", "첫 행까지 초"),
            Map.entry("s to the last row", "마지막 행까지 초"),
            Map.entry("bytes on the wire", "회선의 바이트"),
            Map.entry("start", "시작"),
            Map.entry("rediscover", "재발견"),
            Map.entry("send", "송신"),
            Map.entry("drain", "완료"),
            Map.entry("round trip from start", "시작부터 왕복"),
            Map.entry("round trip from reach", "도달부터 왕복"),
            Map.entry("condition", "조건"),
            Map.entry("cell", "방식"),
            Map.entry("us per KiB", "KiB당 µs"),
            Map.entry("us at 0 B", "0 B에서 µs"),
            Map.entry("jitter", "지터"),
            Map.entry("slowest", "가장 느린 독자"),
            Map.entry("us per end", "끝점당 µs"),
            Map.entry("us at none", "끝점 0개에서 µs"),
            Map.entry("ends", "끝점 수"),
            Map.entry("figure", "지표"),
            Map.entry("writes", "쓰기"),
            Map.entry("reads", "읽기"),
            Map.entry("answered", "응답"),
            Map.entry("CPU us", "왕복당 CPU µs"),
            Map.entry("times ddsperf", "ddsperf 대비 배수"),
            Map.entry("program", "프로그램"),
            Map.entry("CPU s", "CPU 초"),
            Map.entry("resident MB at most", "최대 상주 메모리 MB"),
            Map.entry("asks", "질문"),
            Map.entry("answers", "응답"));

    private ColumnNames() {}

    static Label of(String english) {
        return new Label(english, KOREAN.getOrDefault(english, english));
    }
}
