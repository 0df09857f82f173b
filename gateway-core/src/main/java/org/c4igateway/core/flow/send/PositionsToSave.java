package org.c4igateway.core.flow.send;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.flow.send.group.SendGroups;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;

/** Reading positions of a sender's groups that the interface database does not have yet. Used by one thread. */
final class PositionsToSave {
    private final SendGroups groups;
    private final Map<SavedKey, ReadPosition> savedPositions = new HashMap<>();

    private record SavedKey(SystemName destination, Precedence precedence) {}

    PositionsToSave(SendGroups groups) {
        this.groups = groups;
    }

    /** These are stored. */
    void saved(List<SavedPosition> positions) {
        for (SavedPosition saved : positions) {
            savedPositions.put(new SavedKey(saved.destination(), saved.precedence()), saved.position());
        }
    }

    /** @return the positions behind which all rows have ended, where they differ from those stored */
    List<SavedPosition> changed() {
        List<SavedPosition> changed = new ArrayList<>();
        for (SendGroup sendGroup : groups.all()) {
            if (sendGroup.isDraining()) {
                continue;
            }
            for (SystemName destination : sendGroup.destinations()) {
                groups.safePositions(destination).forEach((precedence, position) -> {
                    if (!position.equals(savedPositions.get(new SavedKey(destination, precedence)))) {
                        changed.add(new SavedPosition(destination, precedence, position));
                    }
                });
            }
        }
        return changed;
    }
}
