package org.c4igateway.topics.mtf;

import java.util.Optional;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.scan.MsgidRules;

/**
 * The MSGID set, whatever its dialect. Parts that are absent are "".
 *
 * @param name MTF message name
 * @param originator originator
 * @param serial message serial number
 * @param referenceTime month, or ISO time in the long dialect
 * @param qualifier qualifier code such as CHG or UPD
 * @param qualifierSerial serial of the qualifier
 */
public record MsgidSet(
        String name, String originator, String serial, String referenceTime, String qualifier, String qualifierSerial) {

    /** Reads a MSGID set; parts that are not there are "". */
    public static MsgidSet of(LinearSet set) {
        String first = text(set, 1);
        int comma = first.indexOf(',');
        if (comma >= 0) {
            return classic(first.substring(0, comma), set);
        }
        String second = text(set, 2);
        byte[] bytes = second.getBytes(MtfEncoding.UTF_8.charset());
        if (MsgidRules.isStandard(bytes, 0, bytes.length)) {
            return new MsgidSet(first, text(set, 4), text(set, 5), text(set, 6), text(set, 7), text(set, 8));
        }
        return classic(first, set);
    }

    /**
     * A part by its position from 1 in the classic layout, whatever the dialect; empty when it is not there.
     *
     * @param position 1 name, 2 originator, 3 serial, 4 reference time, 5 qualifier, others the serial of the qualifier
     */
    public Optional<MtfField> part(int position) {
        String text = switch (position) {
            case 1 -> name;
            case 2 -> originator;
            case 3 -> serial;
            case 4 -> referenceTime;
            case 5 -> qualifier;
            default -> qualifierSerial;
        };
        return text.isBlank() ? Optional.empty() : Optional.of(new MtfField(text.strip()));
    }

    private static MsgidSet classic(String name, LinearSet set) {
        return new MsgidSet(name, text(set, 2), text(set, 3), text(set, 4), text(set, 5), text(set, 6));
    }

    private static String text(LinearSet set, int position) {
        return set.field(position).map(MtfField::text).orElse("");
    }
}
