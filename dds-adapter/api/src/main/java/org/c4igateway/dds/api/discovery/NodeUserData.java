package org.c4igateway.dds.api.discovery;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;

/**
 * The USER_DATA by which the participant of a node tells whose it is, {@code c4i-system=ALPHA} in UTF-8. Only people
 * read it: anybody may announce any name.
 */
public final class NodeUserData {
    private static final String PREFIX = "c4i-system=";
    private static final int MAX_BYTES = 64;

    private NodeUserData() {}

    /** @return these policies of a participant with the name of a system, unless they have other USER_DATA */
    public static Qos named(Qos participant, String system) {
        if (participant.find(UserData.class).isPresent()) {
            return participant;
        }
        List<Byte> octets = new ArrayList<>();
        for (byte octet : (PREFIX + system).getBytes(StandardCharsets.UTF_8)) {
            octets.add(octet);
        }
        return participant.with(new UserData(octets));
    }

    /** @return the name of the system that these policies of a participant tell */
    public static Optional<String> system(Qos participant) {
        return participant
                .find(UserData.class)
                .map(UserData::value)
                .filter(octets -> octets.size() <= MAX_BYTES)
                .map(NodeUserData::text)
                .filter(text -> text.startsWith(PREFIX))
                .map(text -> text.substring(PREFIX.length()))
                .filter(name -> name.matches("[A-Z0-9._-]{1,32}([+][1-9][0-9]?)?"));
    }

    private static String text(List<Byte> octets) {
        byte[] bytes = new byte[octets.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = octets.get(i);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
