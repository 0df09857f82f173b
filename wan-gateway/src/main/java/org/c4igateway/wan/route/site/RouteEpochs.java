package org.c4igateway.wan.route.site;

/**
 * Numbers that identify a route for a period of time. The number of a route over several sites is computed from those
 * of its parts, so it changes when one of them changes.
 */
public final class RouteEpochs {
    private RouteEpochs() {}

    /** @return the number of a way made of two; differs for different parts but for a chance of 1 in 2^64 */
    public static long join(long near, long far) {
        return mix(mix(near) + far);
    }

    /** Stafford's thirteenth variant of the finalizer of MurmurHash3. */
    static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
