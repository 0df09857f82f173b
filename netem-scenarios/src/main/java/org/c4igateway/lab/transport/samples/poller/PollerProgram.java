package org.c4igateway.lab.transport.samples.poller;

import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.c4igateway.lab.testbed.database.TableLogin;
import org.c4igateway.lab.transport.ArtemisEnd;
import org.c4igateway.lab.transport.TransportProgram;
import org.c4igateway.lab.transport.Words;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * The entry point of a program that is one half of the poller, see {@link PollerFlows}. It says when its flow was
 * started, and ends with its input. It breaks when a row cannot be read, sent or stored.
 */
public final class PollerProgram {
    private static final String SENDS = "sends";
    private static final String TABLES = "tables";
    private static final String BROKER = "broker";

    private PollerProgram() {}

    /** What Spring Integration needs to be there. */
    @EnableIntegration
    private static final class Infrastructure {}

    /** @param line as {@link #words} writes it */
    public static void main(String[] line) {
        TransportProgram.run(program -> run(program, Words.parse(line)));
    }

    private static void run(TransportProgram program, Words words) throws IOException {
        TableLogin login = TableLogin.read(Path.of(words.required(TABLES)));
        SingleConnectionDataSource tables =
                new SingleConnectionDataSource(login.url(), login.user(), login.password(), true);
        ConnectionFactory broker = ArtemisEnd.factory(words.required(BROKER));
        Consumer<Throwable> faults = fault -> fail(program, fault);
        IntegrationFlow flow = words.truth(SENDS)
                ? PollerFlows.sending(tables, broker, faults)
                : PollerFlows.receiving(tables, broker, faults);
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(Infrastructure.class);
            context.registerBean(DataSource.class, () -> tables);
            context.registerBean(IntegrationFlow.class, () -> flow);
            context.refresh();
            program.say(TransportProgram.READY, "");
            TransportProgram.awaitEndOfInput();
        }
    }

    /** The lab hears of the first cause, in a line; the log has all. */
    private static void fail(TransportProgram program, Throwable fault) {
        fault.printStackTrace();
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(fault);
        program.fail(new IllegalStateException(cause.toString().replace('\n', ' '), fault));
    }

    /**
     * Words of its command line.
     *
     * @param sends whether it is the half at the outbox, else that at the inbox
     * @param tables file of its {@link TableLogin}
     * @param broker address of the broker
     */
    static List<String> words(boolean sends, Path tables, String broker) {
        return new Words()
                .with(SENDS, sends)
                .with(TABLES, tables)
                .with(BROKER, broker)
                .list();
    }
}
