package org.c4igateway.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Down while a loop of the process does not turn; says which, and since when. Belongs to liveness, so one that turns
 * and fails for a reason that no restart mends is shown and does not count.
 */
public final class LoopHealth implements HealthIndicator {
    private final Loops loops;

    /** @param loops of this process */
    public LoopHealth(Loops loops) {
        this.loops = Objects.requireNonNull(loops);
    }

    @Override
    public Health health() {
        List<LoopState> states = loops.states();
        Health.Builder health = states.stream().allMatch(LoopState::responds) ? Health.up() : Health.down();
        for (LoopState state : states) {
            health.withDetail(state.name(), details(state));
        }
        return health.build();
    }

    private static Map<String, Object> details(LoopState state) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("alive", state.alive());
        details.put("responds", state.responds());
        details.put("lastTurn", state.lastBeat().toString());
        details.put("silentSeconds", state.silence().toSeconds());
        details.put("patienceSeconds", state.patience().toSeconds());
        if (!state.problem().isEmpty()) {
            details.put("problem", state.problem());
        }
        return details;
    }
}
