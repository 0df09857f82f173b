package org.c4igateway.wan.route;

import org.c4igateway.core.message.SystemName;

/**
 * Identity of this gateway.
 *
 * @param site name of its site, different from those of all other gateways: 1-32 of {@code A-Z 0-9 . _ -}
 * @param incarnation differs for each start
 */
public record RouterIdentity(String site, long incarnation) {
    public RouterIdentity {
        if (!SystemName.isValid(site)) {
            throw new IllegalArgumentException("not the name of a site (1-32 of A-Z 0-9 . _ -): " + site);
        }
    }
}
