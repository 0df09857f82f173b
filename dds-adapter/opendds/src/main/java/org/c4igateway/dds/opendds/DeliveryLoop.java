package org.c4igateway.dds.opendds;

import DDS.GuardCondition;
import DDS.StatusCondition;
import DDS.WaitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.provider.DeliveryThread;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A delivery thread of a participant, on a waitset. OpenDDS clears "data available" with each take, so an entity that
 * has more says so. The native part waits: the Java bindings make new objects for each condition that triggers.
 */
final class DeliveryLoop implements DeliveryThread.Signals {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryLoop.class);
    private static final int CAPACITY = 1_024;

    private final WaitSet waitset = new WaitSet();
    private final GuardCondition stop = new GuardCondition();
    private final int[] triggered = new int[CAPACITY];
    private final Map<Integer, DeliveryThread.Source> sources = new ConcurrentHashMap<>();
    private final DeliveryThread thread;

    DeliveryLoop(String name, DdsEventListener events) {
        ReturnCode.check(waitset.attach_condition(stop), "attach to a waitset");
        this.thread = new DeliveryThread(name, this, events);
    }

    DeliveryThread thread() {
        return thread;
    }

    /**
     * Lets a source deliver when a status of its entity changes.
     *
     * @param handle instance handle of the entity
     * @param mask statuses that count
     */
    void attach(int handle, StatusCondition condition, int mask, DeliveryThread.Source source) {
        sources.put(handle, source);
        ReturnCode.check(condition.set_enabled_statuses(mask), "enable statuses");
        ReturnCode.check(waitset.attach_condition(condition), "attach to a waitset");
    }

    void detach(int handle, StatusCondition condition) {
        sources.remove(handle);
        waitset.detach_condition(condition);
    }

    @Override
    public boolean await(boolean patient, Consumer<DeliveryThread.Source> ready) {
        int count = NativeTypes.await(waitset, patient, triggered);
        if (count < 0) {
            LOG.error("waiting for DDS data failed: {}", ReturnCode.describe(-count));
            return false;
        }
        for (int i = 0; i < count; i++) {
            DeliveryThread.Source source = sources.get(triggered[i]);
            if (source != null) {
                ready.accept(source);
            }
        }
        return true;
    }

    @Override
    public void wake() {
        stop.set_trigger_value(true);
    }
}
