package org.c4igateway.interop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Every ordered pair of different peers, one after the other, each with processes of its own.
 *
 * @param commands how to start each peer
 * @param domain DDS domain
 * @param logs directory for what the peers write to standard error
 * @param patience how long a peer may take to start
 */
record InteropMatrix(Map<PeerKind, List<String>> commands, int domain, Path logs, Duration patience) {
    InteropMatrix {
        commands = new LinkedHashMap<>(commands);
    }

    List<Outcome> run() {
        List<Outcome> outcomes = new ArrayList<>();
        List<PeerKind> kinds = List.copyOf(commands.keySet());
        for (int i = 0; i < kinds.size(); i++) {
            for (int j = i + 1; j < kinds.size(); j++) {
                try (Peer left = start(kinds.get(i));
                        Peer right = start(kinds.get(j))) {
                    outcomes.add(
                            new PairRun(left, right, topic(i, j), KnownGaps.between(kinds.get(i), kinds.get(j))).run());
                    outcomes.add(
                            new PairRun(right, left, topic(j, i), KnownGaps.between(kinds.get(j), kinds.get(i))).run());
                }
            }
        }
        return outcomes;
    }

    private static String topic(int from, int to) {
        return "INTEROP_" + from + "_" + to + "_" + Long.toHexString(System.nanoTime() & 0xffff);
    }

    private Peer start(PeerKind kind) {
        List<String> command = new ArrayList<>(commands.getOrDefault(kind, List.of()));
        command.add(Integer.toString(domain));
        Peer peer = new Peer(kind.title(), command, logs.resolve(kind + ".log"));
        long start = System.nanoTime();
        boolean ready = peer.await(patience, lines -> lines.contains("READY"));
        if (!ready) {
            peer.close();
            throw new IllegalStateException(kind.title() + " did not start within "
                    + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s; see " + logs);
        }
        return peer;
    }
}
