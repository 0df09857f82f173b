package org.c4igateway.lab.run.measure;

import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.c4igateway.lab.run.RunNodes;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.lab.workload.PacedSubmission;
import org.c4igateway.lab.workload.Workload;

/** Submits all flows of a run, each in a thread of its own. Belongs to one thread. */
public final class Submissions implements AutoCloseable {
    private final Map<Flow, List<MessageLoad.Message>> messages = new LinkedHashMap<>();
    private final Workload workload;
    private final RunNodes runNodes;
    private final InstantSource clock;
    private final ExecutorService servers = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Flow, Future<Map<Long, Long>>> running = new LinkedHashMap<>();

    /** @param messages drawn before, so that drawing takes no time of the run */
    public Submissions(
            Map<Flow, List<MessageLoad.Message>> messages, Workload workload, RunNodes runNodes, InstantSource clock) {
        this.messages.putAll(messages);
        this.workload = workload;
        this.runNodes = runNodes;
        this.clock = clock;
    }

    public void begin() {
        messages.forEach((flow, drawn) -> {
            Callable<Map<Long, Long>> task = () -> new PacedSubmission(runNodes.database(flow.from()), flow.to(), clock)
                    .submit(drawn, workload.subjects(flow, drawn), flow.perSecond());
            running.put(flow, servers.submit(task));
        });
    }

    /** Whether a final state of each message means that it has arrived. */
    boolean areReliable() {
        return messages.values().stream().allMatch(workload::areReliable);
    }

    /** Whether all are submitted; false before {@link #begin}. */
    boolean areDone() {
        return running.size() == messages.size() && running.values().stream().allMatch(Future::isDone);
    }

    /** Intended times of what one flow submitted; waits for it to end. */
    public Map<Long, Long> intended(Flow flow) throws SQLException, InterruptedException {
        Future<Map<Long, Long>> task = running.get(flow);
        if (task == null) {
            return Map.of();
        }
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SQLException problem ? problem : new SQLException(e.getCause());
        }
    }

    /** Flows, in order. */
    public List<Flow> flows() {
        return new ArrayList<>(messages.keySet());
    }

    @Override
    public void close() {
        servers.shutdownNow();
    }
}
