package org.c4igateway.interop;

import java.util.EnumMap;
import java.util.Map;
import org.c4igateway.interop.Outcome.Check;

/** What two implementations are known not to tell each other, with the reason; {@code docs/interop.md} explains each. */
final class KnownGaps {
    private static final String HASH_ONLY = "only the hash of the key is sent, and not understood";
    private static final String KEY_ONLY = "only the key is sent, and not understood";
    private static final String NO_SAMPLE = "the reader hears of it, but no sample says so";

    private KnownGaps() {}

    static Map<Check, String> between(PeerKind writer, PeerKind reader) {
        Map<Check, String> gaps = new EnumMap<>(Check.class);
        boolean onCyclone = reader == PeerKind.CYCLONE || reader == PeerKind.PYTHON;
        if (writer == PeerKind.FASTDDS && onCyclone) {
            gaps.put(Check.DISPOSE, HASH_ONLY);
            gaps.put(Check.UNREGISTER, HASH_ONLY);
        }
        if (writer == PeerKind.OPENDDS && reader == PeerKind.FASTDDS) {
            gaps.put(Check.DISPOSE, KEY_ONLY);
            gaps.put(Check.UNREGISTER, KEY_ONLY);
        }
        if (reader == PeerKind.FASTDDS || reader == PeerKind.OPENDDS) {
            gaps.put(Check.WRITER_GONE, NO_SAMPLE);
        }
        return gaps;
    }
}
