package org.c4igateway.dbbridge.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.PendingRow;

/** What a read answers to each request, and where the next one goes on. */
final class FetchAnswers {
    private FetchAnswers() {}

    /**
     * @param positions at which the requests began
     * @return in the requests' order
     */
    static List<Fetched> to(
            List<FetchRequest> requests, List<SnapshotPosition> positions, FetchStatement.Answer answer) {
        List<Fetched> answers = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            answers.add(answer(
                    requests.get(i), positions.get(i), answer, answer.rows().get(i)));
        }
        return answers;
    }

    private static Fetched answer(
            FetchRequest request, SnapshotPosition after, FetchStatement.Answer answer, List<FetchStatement.Row> rows) {
        List<PendingRow> fitting = new ArrayList<>(rows.size());
        FetchStatement.Row last = null;
        long bytes = 0;
        boolean cutByBytes = false;
        for (FetchStatement.Row row : rows) {
            PendingRow pending = row.row();
            if (pending != null) {
                fitting.add(pending);
                bytes += pending.message().payload().length;
            } else if (!row.bound()) {
                cutByBytes = true;
                break;
            }
            last = row;
        }
        boolean cut = cutByBytes || bytes > request.maxBytes() || (last != null && last.bound());
        boolean exhausted = rows.size() < request.maxRows() && !cut;
        SnapshotPosition next;
        if (exhausted) {
            next = SnapshotPosition.afterAll(answer.snapshot());
        } else {
            // The first row always fits, or is the bound.
            FetchStatement.Row end = Objects.requireNonNull(last);
            next = after.after(answer.snapshot(), end.xid(), end.sequence());
        }
        return new Fetched(fitting, new TermPosition(next, answer.term()).toReadPosition(), exhausted);
    }
}
