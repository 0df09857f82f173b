package org.c4igateway.interop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.interop.PeerProcess.PeerFailedException;

/**
 * Every ordered pair of different peers, one after the other, each with processes of its own: one that ends fails its
 * pair, and the others go on.
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
                outcomes.add(run(kinds.get(i), kinds.get(j)));
                outcomes.add(run(kinds.get(j), kinds.get(i)));
            }
        }
        return outcomes;
    }

    private Outcome run(PeerKind writing, PeerKind reading) {
        String topic = "INTEROP_" + writing + "_" + reading + "_" + Long.toHexString(System.nanoTime() & 0xffff);
        try (PeerProcess writer = start(writing);
                PeerProcess reader = start(reading)) {
            return new PairRun(writer, reader, topic, KnownGaps.between(writing, reading)).run();
        } catch (PeerFailedException e) {
            return new Outcome(writing.title(), reading.title(), Map.of()).endedBy(String.valueOf(e.getMessage()));
        }
    }

    private PeerProcess start(PeerKind kind) {
        List<String> command = new ArrayList<>(commands.getOrDefault(kind, List.of()));
        command.add(Integer.toString(domain));
        PeerProcess peerProcess = new PeerProcess(kind.title(), command, logs.resolve(kind + ".log"));
        try {
            peerProcess.awaitReady(patience);
        } catch (PeerFailedException e) {
            peerProcess.close();
            throw e;
        }
        return peerProcess;
    }
}
