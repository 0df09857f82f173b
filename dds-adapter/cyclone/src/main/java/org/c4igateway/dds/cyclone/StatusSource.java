package org.c4igateway.dds.cyclone;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.StatusKind;

/** Turns the statuses of entities into events. Used by the delivery thread alone. */
final class StatusSource {
    private final Map<StatusKind, MethodHandle> getters = new EnumMap<>(StatusKind.class);
    private final MemorySegment status;
    private final MemorySegment changes;
    private final DdsEventListener events;

    StatusSource(Arena arena, DdsEventListener events) {
        this.status = arena.allocate(StatusKind.LAYOUT);
        this.changes = arena.allocate(Integer.BYTES);
        this.events = events;
        for (List<StatusKind> kinds : List.of(StatusKind.OF_READERS, StatusKind.OF_WRITERS, StatusKind.OF_TOPICS)) {
            kinds.forEach(kind -> getters.put(kind, kind.bind()));
        }
    }

    /** Reports what has changed. @return the mask of changed statuses */
    int report(int entity, String topic, List<StatusKind> kinds) {
        if (Ddsc.statusChanges(entity, changes) != Ddsc.OK) {
            return 0;
        }
        int mask = changes.get(ValueLayout.JAVA_INT, 0);
        if ((mask & ~StatusKind.DATA_AVAILABLE.bit()) != 0) {
            for (StatusKind kind : kinds) {
                if ((mask & kind.bit()) != 0 && get(kind, entity, status) == Ddsc.OK) {
                    events.onEvent(kind.event(topic, status));
                }
            }
        }
        return mask;
    }

    private int get(StatusKind kind, int entity, MemorySegment target) {
        MethodHandle getter = getters.get(kind);
        return getter == null ? Ddsc.OK : Ddsc.call(getter, entity, target.address());
    }
}
