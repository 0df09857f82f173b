package org.c4igateway.lab.testbed;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.testbed.database.Reach;

/**
 * Placement of a mesh.
 *
 * @param places of the nodes by system, in order
 * @param reach how nodes reach the database server
 * @param ddsDomain domain of the nodes
 */
public record MeshPlacement(Map<String, NodePlace> places, Reach reach, int ddsDomain) {
    private static final int FIRST_DOMAIN = 100;
    private static final int DOMAINS = 100;

    public MeshPlacement {
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places));
    }

    /** The loopback interface of this machine. */
    public static MeshPlacement loopback(List<String> systems) {
        Map<String, NodePlace> places = new LinkedHashMap<>();
        systems.forEach(system -> places.put(system, NodePlace.loopback()));
        return new MeshPlacement(places, Reach.LOCAL, ownDomain());
    }

    /**
     * A DDS domain that depends on the process, so that two testbeds on one machine do not meet (RTPS allows 0 to 232).
     */
    private static int ownDomain() {
        return (int) (FIRST_DOMAIN + ProcessHandle.current().pid() % DOMAINS);
    }
}
