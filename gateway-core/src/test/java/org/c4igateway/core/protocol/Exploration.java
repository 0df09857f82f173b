package org.c4igateway.core.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.protocol.DeliveryProtocol.Step;

/**
 * All states that the protocol can reach, each looked at once, nearest first. Ends at the first violation. Without one,
 * looks whether each state can reach completion by steps that are no faults.
 */
final class Exploration {
    private final DeliveryProtocol protocol;
    private final Map<List<Object>, Integer> numbers = new HashMap<>();
    private final List<Integer> cameFrom = new ArrayList<>();
    private final List<String> cameBy = new ArrayList<>();
    private final List<List<Integer>> soundBefore = new ArrayList<>();
    private final Deque<ProtocolState> ahead = new ArrayDeque<>();
    private final Deque<Integer> complete = new ArrayDeque<>();

    /**
     * What was found.
     *
     * @param states how many were looked at
     * @param violation empty when there is none
     * @param trace steps that lead to the violation
     */
    record Result(int states, String violation, List<String> trace) {}

    private Exploration(DeliveryProtocol protocol) {
        this.protocol = protocol;
    }

    static Result of(DeliveryProtocol protocol) {
        return new Exploration(protocol).run();
    }

    private Result run() {
        int first = number(new ProtocolState(), -1, "");
        for (int at = first; !ahead.isEmpty(); at++) {
            ProtocolState state = ahead.removeFirst();
            String violation = state.violation();
            if (!violation.isEmpty()) {
                return new Result(at + 1, violation, trace(at));
            }
            if (state.isComplete(protocol.bounds().rows())) {
                complete.add(at);
            }
            for (Step step : protocol.steps(state)) {
                int next = number(step.to(), at, step.name());
                if (!step.fault()) {
                    soundBefore.get(next).add(at);
                }
            }
        }
        return stuck();
    }

    private int number(ProtocolState state, int from, String by) {
        Integer known = numbers.putIfAbsent(state.key(), cameFrom.size());
        if (known != null) {
            return known;
        }
        cameFrom.add(from);
        cameBy.add(by);
        soundBefore.add(new ArrayList<>(2));
        ahead.addLast(state);
        return cameFrom.size() - 1;
    }

    private Result stuck() {
        BitSet reaches = new BitSet();
        complete.forEach(reaches::set);
        while (!complete.isEmpty()) {
            for (int before : soundBefore.get(complete.removeFirst())) {
                if (!reaches.get(before)) {
                    reaches.set(before);
                    complete.add(before);
                }
            }
        }
        int stuck = reaches.nextClearBit(0);
        int states = cameFrom.size();
        return stuck < states
                ? new Result(states, "cannot be completed any more", trace(stuck))
                : new Result(states, "", List.of());
    }

    private List<String> trace(int state) {
        List<String> steps = new ArrayList<>();
        for (int at = state; at > 0; at = cameFrom.get(at)) {
            steps.add(cameBy.get(at));
        }
        Collections.reverse(steps);
        return steps;
    }
}
