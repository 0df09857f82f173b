package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class UnroutedRowsTest {
    private static final List<LedgerLine> INVENTED = IntStream.range(0, 10_000)
            .mapToObj(i -> waiting(String.format(Locale.ROOT, "D%04d", i)))
            .toList();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Logger logger = (Logger) LoggerFactory.getLogger(UnroutedRows.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final UnroutedRows unrouted =
            new UnroutedRows(new SystemName("SELF"), Set.of(new SystemName("BRAVO")), Duration.ofHours(24), meters);

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
    }

    @Test
    void showsEachNameWithoutARouteOnce() {
        List<LedgerLine> ledger = List.of(waiting("BRAVO"), waiting("ECHO"), waiting("SELF"));

        unrouted.look(ledger);
        unrouted.look(ledger);

        assertThat(unrouted.rows()).containsOnlyKeys("ECHO").containsEntry("ECHO", 2L);
        assertThat(log.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage()).contains("ECHO", "PT24H"));
    }

    @Test
    void boundsGaugesHealthAndLogHoweverManyNamesAServerInvents() {
        unrouted.look(INVENTED);

        assertThat(meters.find(MeterNames.UNROUTED_ROWS).gauges()).hasSize(DestinationLabels.MAX + 1);
        assertThat(unrouted.rows())
                .hasSize(DestinationLabels.MAX + 1)
                .containsEntry("(others)", 2L * (INVENTED.size() - DestinationLabels.MAX));
        assertThat(log.list).hasSize(DestinationLabels.MAX + 1);
        assertThat(log.list.getLast().getFormattedMessage()).contains("other destinations");
    }

    @Test
    void keepsANameThatItHasShownWhileOthersComeBeforeIt() {
        List<LedgerLine> ledger = new ArrayList<>(INVENTED);
        ledger.add(waiting("ZULU"));
        unrouted.look(List.of(waiting("ZULU")));

        unrouted.look(ledger);
        unrouted.look(ledger);

        assertThat(unrouted.rows()).containsEntry("ZULU", 2L).hasSize(DestinationLabels.MAX + 1);
        assertThat(log.list).hasSize(DestinationLabels.MAX + 1);
    }

    private static LedgerLine waiting(String destination) {
        return new LedgerLine(new SystemName(destination), 2, 0, 0, 2, 0, 0, 0);
    }
}
