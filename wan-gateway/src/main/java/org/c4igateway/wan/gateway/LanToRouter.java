package org.c4igateway.wan.gateway;

import java.util.List;
import java.util.function.Supplier;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.lan.LanListener;
import org.c4igateway.wan.route.Router;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.outlet.InFlightMessage.MessageKey;

/** Passes the samples of the domain to the router on the loop's thread. */
final class LanToRouter implements LanListener {
    private final GatewayLoop loop;
    private final Supplier<Router> router;
    private final Runnable overrun;

    /**
     * @param router the one of the gateway; asked for when the loop turns
     * @param overrun counts a sample that found no room and comes again; any thread
     */
    LanToRouter(GatewayLoop loop, Supplier<Router> router, Runnable overrun) {
        this.loop = loop;
        this.router = router;
        this.overrun = overrun;
    }

    private boolean repeated(GatewayLoop.Work work) {
        boolean taken = loop.repeat(work);
        if (!taken) {
            overrun.run();
        }
        return taken;
    }

    @Override
    public void onMessage(KmtfMessage message, long sourceNanos) {
        loop.put(
                InFlightMessage.precedenceOf(message),
                now -> router.get().fromLan(message, sourceNanos, now),
                message.payload().length + WanGateway.SAMPLE_OVERHEAD_BYTES);
    }

    @Override
    public void onMissing(String origin, long previousNanos, long sourceNanos) {
        loop.force(now -> router.get().missing(origin, previousNanos, sourceNanos));
    }

    @Override
    public void onReceipt(KmtfReceipt receipt, long sourceNanos) {
        var _ = repeated(now -> router.get().fromLan(receipt, sourceNanos, now)); // nodes say it again
    }

    @Override
    public boolean onNode(KmtfNode node) {
        return repeated(now -> router.get().nodeAnnounced(node, now));
    }

    @Override
    public void onNodeGone(String system) {
        loop.force(now -> router.get().nodeGone(system, now));
    }

    @Override
    public void onReadersChanged() {
        loop.force(now -> router.get().readersChanged(now));
    }

    /** Writers of the domain are on the loop's thread, and what they write next must not pass what was dropped. */
    @Override
    public void onOverflow(int dropped) {
        router.get().lanBroken(loop.now());
    }

    /** The loop's thread is amid something else, so the origin is told in a later turn. */
    @Override
    public void onDropped(KmtfMessage message) {
        MessageKey key = InFlightMessage.keyOf(message);
        String topic = message.topicId();
        List<String> destinations = message.destinations();
        loop.force(now -> router.get().notRead(key, topic, destinations, now));
    }
}
