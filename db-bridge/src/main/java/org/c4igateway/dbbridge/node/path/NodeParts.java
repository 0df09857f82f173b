package org.c4igateway.dbbridge.node.path;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.shard.Shard;
import org.c4igateway.dbbridge.table.access.TableSettings;

/**
 * Parts of a node besides its configuration.
 *
 * @param factories transports that the class path and the configuration offer
 * @param rules judge of messages
 * @param filter which of the received messages are wanted
 * @param subscriptions what the node tells others to want
 * @param edge encoding of the payloads in the interface database
 * @param tables databases elsewhere with mapped tables
 * @param meters where meters go
 * @param loops where the node's threads are supervised
 * @param trace told how far messages have come
 * @param steps called after each step of the data path
 */
public record NodeParts(
        List<TransportFactory> factories,
        MessageRules rules,
        SubscriptionFilter filter,
        Subscriptions subscriptions,
        EdgeText edge,
        List<TableSettings> tables,
        MeterRegistry meters,
        Loops loops,
        DeliveryTrace trace,
        StepListener steps) {
    public NodeParts {
        factories = List.copyOf(factories);
        tables = List.copyOf(tables);
    }

    /** @return the parts of the path of that shard of this node */
    NodeParts of(Shard shard) {
        return shard.isFirst()
                ? this
                : new NodeParts(
                        factories,
                        rules,
                        filter,
                        Subscriptions.NOT_TOLD,
                        edge,
                        tables,
                        ShardMeters.of(meters),
                        loops.named("shard " + shard.number()),
                        trace,
                        steps);
    }
}
