package org.c4igateway.interop;

import java.util.EnumMap;
import java.util.Map;
import org.c4igateway.interop.Outcome.Check;

/**
 * What two implementations are known not to tell each other, with the reason; {@code docs/interop.md} explains each.
 */
final class KnownGaps {
    private static final Gap HASH_ONLY =
            new Gap(Outcome.NOT_SEEN, "only the hash of the key is sent, and not understood");
    private static final Gap KEY_ONLY = new Gap(Outcome.NOT_SEEN, "only the key is sent, and not understood");
    private static final Gap NO_SAMPLE = new Gap(Outcome.NOT_SEEN, "the reader hears of it, but no sample says so");
    private static final Gap STALLED = new Gap(
            Outcome.NOTHING_MORE, "only the hash of the key is sent, and nothing arrives on this topic after it");

    private KnownGaps() {}

    /**
     * One of them.
     *
     * @param problem as which it shows
     * @param reason why
     */
    record Gap(String problem, String reason) {}

    static Map<Check, Gap> between(PeerKind writer, PeerKind reader) {
        Map<Check, Gap> gaps = new EnumMap<>(Check.class);
        boolean onCyclone = reader == PeerKind.CYCLONE || reader == PeerKind.PYTHON;
        if (writer == PeerKind.FASTDDS && onCyclone) {
            gaps.put(Check.DISPOSE, HASH_ONLY);
            gaps.put(Check.UNREGISTER, HASH_ONLY);
        }
        if (writer == PeerKind.OPENDDS && reader == PeerKind.FASTDDS) {
            gaps.put(Check.DISPOSE, KEY_ONLY);
            gaps.put(Check.UNREGISTER, KEY_ONLY);
        }
        if (writer == PeerKind.FASTDDS && reader == PeerKind.OPENDDS) {
            gaps.put(Check.DISPOSE, STALLED);
        }
        if (reader == PeerKind.FASTDDS || reader == PeerKind.OPENDDS) {
            gaps.put(Check.WRITER_GONE, NO_SAMPLE);
        }
        return gaps;
    }
}
