package org.c4igateway.lab.chaos.fault;

import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Function;
import org.c4igateway.lab.chaos.system.ChaosBrokers;
import org.c4igateway.lab.chaos.system.SupervisedProcess;
import org.c4igateway.lab.testbed.broker.BrokerProcess;
import org.jspecify.annotations.Nullable;

/** Faults of the broker that serves when they begin. */
final class BrokerFaults {
    private BrokerFaults() {}

    static Fault kill(ChaosBrokers brokers) {
        return new OfTheServing(brokers, ProcessFaults::kill);
    }

    static Fault freeze(ChaosBrokers brokers) {
        return new OfTheServing(brokers, ProcessFaults::freeze);
    }

    /** Which broker it is done to turns out when it begins. */
    private static final class OfTheServing implements Fault {
        private final ChaosBrokers brokers;
        private final Function<SupervisedProcess<BrokerProcess>, Fault> kind;
        private @Nullable Fault fault;

        OfTheServing(ChaosBrokers brokers, Function<SupervisedProcess<BrokerProcess>, Fault> kind) {
            this.brokers = brokers;
            this.kind = kind;
        }

        @Override
        public void begin() throws IOException, SQLException, InterruptedException {
            Fault begun = kind.apply(brokers.serving());
            fault = begun;
            begun.begin();
        }

        @Override
        public void end() throws IOException, SQLException, InterruptedException {
            if (fault != null) {
                fault.end();
            }
        }
    }
}
