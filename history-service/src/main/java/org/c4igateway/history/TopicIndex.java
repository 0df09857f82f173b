package org.c4igateway.history;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.dds.api.sample.InstanceKey;

/**
 * Which samples of one topic are kept, and which leave when another comes: of an instance the oldest beyond the depth;
 * of the topic, beyond its bounds, whole instances, the one first that was written least recently. The instance written
 * last always stays. One thread.
 */
final class TopicIndex {
    private final Bounds bounds;
    /** The instance that was written least recently comes first. */
    private final LinkedHashMap<InstanceKey, LinkedHashMap<Identity, Entry>> instances = new LinkedHashMap<>();

    private int samples;
    private long bytes;

    TopicIndex(Bounds bounds) {
        this.bounds = bounds;
    }

    /**
     * What stays at most.
     *
     * @param depth samples of an instance, not more than {@code samples}
     * @param samples of the topic
     * @param instances of the topic
     * @param bytes of the topic
     */
    record Bounds(int depth, int samples, int instances, long bytes) {}

    /**
     * What makes a sample the same one when it comes again, as from a writer that was lost for a while and repeats its
     * history.
     *
     * @param sequence number given by the origin
     * @param sourceNanos when it was written
     */
    record Identity(long sequence, long sourceNanos) {}

    /**
     * Where a sample is kept.
     *
     * @param id of its row
     * @param bytes its size
     */
    record Entry(long id, int bytes) {}

    /** Removed data: ids of samples, and instances without kept samples. */
    record Left(List<Long> ids, List<InstanceKey> instances) {
        Left() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /** @return whether a sample is neither kept already nor older than all that a full instance keeps */
    boolean isNew(InstanceKey key, Identity identity) {
        Map<Identity, Entry> kept = instances.get(key);
        if (kept == null) {
            return true;
        }
        return !kept.containsKey(identity)
                && (kept.size() < bounds.depth
                        || identity.sourceNanos >= kept.keySet().iterator().next().sourceNanos);
    }

    /** Adds a sample that {@link #isNew}. @return what leaves for it */
    Left add(InstanceKey key, Identity identity, Entry entry) {
        Left left = new Left();
        LinkedHashMap<Identity, Entry> kept = instances.remove(key);
        LinkedHashMap<Identity, Entry> instance = kept == null ? new LinkedHashMap<>() : kept;
        instances.put(key, instance);
        instance.put(identity, entry);
        samples++;
        bytes += entry.bytes;
        if (instance.size() > bounds.depth) {
            Iterator<Entry> oldest = instance.values().iterator();
            leave(oldest.next(), left);
            oldest.remove();
        }
        while (instances.size() > 1
                && (samples > bounds.samples || instances.size() > bounds.instances || bytes > bounds.bytes)) {
            forget(instances.keySet().iterator().next(), left);
        }
        return left;
    }

    /** @return id of the newest sample that is kept of an instance; 0 when none is */
    long newest(InstanceKey key) {
        LinkedHashMap<Identity, Entry> kept = instances.get(key);
        return kept == null ? 0 : kept.lastEntry().getValue().id;
    }

    /** Forgets an instance, as when it is disposed. */
    Left forget(InstanceKey key) {
        Left left = new Left();
        forget(key, left);
        return left;
    }

    /** Forgets what was written before an instant. */
    Left forgetBefore(long sourceNanos) {
        Left left = new Left();
        Iterator<Map.Entry<InstanceKey, LinkedHashMap<Identity, Entry>>> all =
                instances.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<InstanceKey, LinkedHashMap<Identity, Entry>> instance = all.next();
            instance.getValue().entrySet().removeIf(each -> {
                boolean outlived = each.getKey().sourceNanos < sourceNanos;
                if (outlived) {
                    leave(each.getValue(), left);
                }
                return outlived;
            });
            if (instance.getValue().isEmpty()) {
                left.instances.add(instance.getKey());
                all.remove();
            }
        }
        return left;
    }

    private void forget(InstanceKey key, Left left) {
        Map<Identity, Entry> instance = instances.remove(key);
        if (instance != null) {
            instance.values().forEach(each -> leave(each, left));
            left.instances.add(key);
        }
    }

    private void leave(Entry entry, Left left) {
        samples--;
        bytes -= entry.bytes;
        left.ids.add(entry.id);
    }

    int samples() {
        return samples;
    }

    int instances() {
        return instances.size();
    }

    long bytes() {
        return bytes;
    }
}
