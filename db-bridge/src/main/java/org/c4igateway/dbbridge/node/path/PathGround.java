package org.c4igateway.dbbridge.node.path;

import java.util.function.Consumer;
import javax.sql.DataSource;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.dbbridge.shard.Shard;

/**
 * What a data path stands on as long as the node holds the lease without a break; every renewal uses the same.
 *
 * @param dataSource pool of the data path
 * @param signals what wakes its readers
 * @param shard whose rows the path sends; that of the first one receives, too
 * @param epoch of the lease
 * @param database identity of the interface database
 * @param onFatal called when a part stops for good; any thread, must not block
 */
public record PathGround(
        DataSource dataSource,
        NodeSignals signals,
        Shard shard,
        long epoch,
        DatabaseId database,
        Consumer<GatewayException> onFatal) {}
