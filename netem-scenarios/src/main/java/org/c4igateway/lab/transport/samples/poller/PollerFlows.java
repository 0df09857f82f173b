package org.c4igateway.lab.transport.samples.poller;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.c4igateway.lab.transport.ArtemisEnd;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.Pollers;
import org.springframework.integration.jdbc.dsl.Jdbc;
import org.springframework.integration.jms.DefaultJmsHeaderMapper;
import org.springframework.integration.jms.dsl.Jms;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jms.connection.CachingConnectionFactory;

/**
 * The two halves of the poller, with the defaults of Spring Integration where nothing is said.
 *
 * <p>Sending: rows that were not sent are read and marked in one transaction, which commits when the broker has
 * confirmed each of them. A commit that fails sends them again. Receiving: a message is inserted, then its JMS
 * transaction commits. One that comes again meets the unique key.
 */
final class PollerFlows {
    /** Property of a message: number of its row in the outbox. */
    static final String SAMPLE = "sampleId";

    private static final Duration EVERY = Duration.ofMillis(100);
    private static final int MOST_ROWS = 100;
    private static final String ID = "id";
    private static final String PAYLOAD = "payload";
    private static final String SELECT = "select id, payload from outbox where not sent order by id";
    private static final String MARK = "update outbox set sent = true where id in (:id)";
    private static final String INSERT =
            "insert into inbox (sample_id, payload) values (?, ?) on conflict (sample_id) do nothing";

    private PollerFlows() {}

    /**
     * From the outbox to the queue.
     *
     * @param faults is told why a poll failed; the next one tries again
     */
    static IntegrationFlow sending(DataSource tables, ConnectionFactory broker, Consumer<Throwable> faults) {
        return IntegrationFlow.from(
                        Jdbc.inboundAdapter(tables, SELECT).maxRows(MOST_ROWS).updateSql(MARK),
                        endpoint -> endpoint.poller(Pollers.fixedDelay(EVERY)
                                .maxMessagesPerPoll(-1)
                                .transactional(new JdbcTransactionManager(tables))
                                .errorHandler(faults::accept)))
                .split()
                .enrichHeaders(headers -> headers.<Map<String, Object>>headerFunction(
                        SAMPLE,
                        message -> Objects.requireNonNull(message.getPayload().get(ID))))
                .<Map<String, Object>, byte[]>transform(row -> (byte[]) Objects.requireNonNull(row.get(PAYLOAD)))
                .handle(Jms.outboundAdapter(new CachingConnectionFactory(broker))
                        .destination(ArtemisEnd.ASKED))
                .get();
    }

    /**
     * From the queue to the inbox. A connection that breaks is made again, and what was not confirmed comes again.
     *
     * @param faults is told why a row was not inserted; the broker sends it again, a limited number of times
     */
    static IntegrationFlow receiving(DataSource tables, ConnectionFactory broker, Consumer<Throwable> faults) {
        return IntegrationFlow.from(Jms.messageDrivenChannelAdapter(broker)
                        .destination(ArtemisEnd.ASKED)
                        .headerMapper(new DefaultJmsHeaderMapper(SAMPLE)) // else properties are dropped
                        .configureListenerContainer(container -> container
                                .sessionTransacted(true) // the default of the adapter, which its container lacks here
                                .errorHandler(fault -> tell(fault, faults))))
                .handle(Jdbc.outboundAdapter(tables, INSERT).preparedStatementSetter((statement, message) -> {
                    statement.setLong(1, (Long)
                            Objects.requireNonNull(message.getHeaders().get(SAMPLE)));
                    statement.setBytes(2, (byte[]) message.getPayload());
                }))
                .get();
    }

    /** The container itself deals with what is wrong with the connection. */
    private static void tell(Throwable fault, Consumer<Throwable> faults) {
        if (!(fault instanceof JMSException)) {
            faults.accept(fault);
        }
    }
}
