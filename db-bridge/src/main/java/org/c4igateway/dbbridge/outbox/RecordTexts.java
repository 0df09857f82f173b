package org.c4igateway.dbbridge.outbox;

import org.c4igateway.dbbridge.shard.Shard;

/** Texts of the transaction that records final states and positions of a shard behind its fence. Immutable. */
final class RecordTexts {
    private static final String DELIVERY = """
            WITH fresh AS (
                INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail, finding)
                SELECT o.sequence, timestamptz 'epoch' + o.created_us * interval '1 microsecond', o.destination, o.state,
                       o.code, o.detail, o.finding
                FROM unnest(?, ?, ?, ?, ?, ?, ?) AS o (sequence, created_us, destination, state, code, detail, finding)
                %s
                RETURNING sequence, destination, state, code, detail),
            """;

    private static final String SUMMARY = """
            INSERT INTO c4i.ledger_entry (destination, state, n)
            SELECT destination, state, count(*) FROM fresh GROUP BY destination, state
            """;

    private static final String PLAIN = DELIVERY.stripTrailing().replaceFirst(",$", "\n") + SUMMARY;

    /** Inserts final states with dead letters; one that was recorded before stays as it is. */
    static final String PARKING = DELIVERY.formatted("ON CONFLICT DO NOTHING") + """
            letters AS (
                INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, destination, code,
                    reason, payload)
                SELECT 'outbound', 'outbox', p.origin, f.sequence, p.topic_id, f.destination, f.code, f.detail, p.payload
                FROM fresh AS f JOIN unnest(?, ?, ?, ?, ?) AS p (sequence, destination, origin, topic_id, payload)
                    ON p.sequence = f.sequence AND p.destination = f.destination)
            """ + SUMMARY;

    /** None was recorded before: nearly always so, and cheaper than to look for a conflict at each row. */
    private static final String FIRST = PLAIN.formatted("");

    private static final String AGAIN = PLAIN.formatted("ON CONFLICT DO NOTHING");

    private static final String POSITIONS = """
            INSERT INTO c4i.reader_position AS r (destination, precedence, token)
            SELECT * FROM unnest(?, ?, ?)
            ON CONFLICT (destination, precedence) DO UPDATE SET token = excluded.token, changed_at = now()
                WHERE r.token <> excluded.token
            """;

    private static final String POSITIONS_OF_SHARD = """
            INSERT INTO c4i.shard_position AS r (shard, destination, precedence, token)
            SELECT $shard, p.* FROM unnest(?, ?, ?) AS p
            ON CONFLICT (shard, destination, precedence) DO UPDATE SET token = excluded.token, changed_at = now()
                WHERE r.token <> excluded.token
            """;

    private final String begin;
    private final String positions;
    private final String first;
    private final String again;

    RecordTexts(Shard shard) {
        String fence = shard.isFirst() ? "c4i.fence(?)" : "c4i.fence(?, " + shard.number() + ")";
        this.begin = "SELECT set_config('synchronous_commit', 'off', true), " + fence;
        this.positions =
                shard.isFirst() ? POSITIONS : POSITIONS_OF_SHARD.replace("$shard", Integer.toString(shard.number()));
        this.first = transaction(begin, FIRST);
        this.again = transaction(begin, AGAIN);
    }

    /** @return first statement of each transaction */
    String begin() {
        return begin;
    }

    /**
     * @param again whether some of the states may have been recorded before, and stay as they are
     * @return inserts final states without dead letters
     */
    static String states(boolean again) {
        return again ? AGAIN : FIRST;
    }

    /** @return the whole transaction of {@link #states} alone, in one round trip */
    String transaction(boolean again) {
        return again ? this.again : first;
    }

    /** @return saves positions */
    String positions() {
        return positions;
    }

    private static String transaction(String begin, String states) {
        return String.join(";\n", begin, states, "COMMIT");
    }
}
