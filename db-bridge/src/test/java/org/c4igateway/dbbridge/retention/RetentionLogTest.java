package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log of a node says of the maintenance of days. */
class RetentionLogTest extends RetentionFixture {
    private final Logger logger = (Logger) LoggerFactory.getLogger(Retention.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void saysOnceThatTheOwnerOfTheDatabaseKeepsMore() {
        Retention retention = retention(new RetentionPolicy(1, 5, 8, 29, 90), now);

        retention.tidy();
        retention.tidy();

        assertThat(lines())
                .containsExactly("c4i.retention_floor keeps more than c4i.retention asks for:"
                        + " days of outbox 7, inbox 8, identities 30, dead letters 90");
    }

    @Test
    void saysNothingWhereAllIsKeptAsTheConfigurationAsks() {
        retention(WEEKS, now).tidy();

        assertThat(lines()).isEmpty();
    }

    @Test
    void saysWhatWasDoneBesideAFault() throws SQLException {
        insertInbox("0 days", 1);
        database.execute("DROP FUNCTION c4i.prune_dead_letters(integer, integer)");

        assertThatThrownBy(() -> tidyAfter(8)).hasMessageContaining("prune_dead_letters");

        assertThat(lines())
                .singleElement()
                .asString()
                .matches("Tidied in part: [1-9]\\d* partitions created, \\{.*")
                .contains("inbox_" + DAY.format(today) + "=dropped");
    }
}
