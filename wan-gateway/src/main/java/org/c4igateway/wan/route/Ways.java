package org.c4igateway.wan.route;

/**
 * Numbers that identify a route for a period of time. The number of a route over several sites is computed from those
 * of its parts, so it changes when one of them changes.
 */
final class Ways {
    private Ways() {}

    /** @return the number of a way made of two; differs for different parts but for a chance of 1 in 2^64 */
    static long join(long near, long far) {
        return mix(mix(near) + far);
    }

    /** Stafford's thirteenth variant of the finalizer of MurmurHash3. */
    static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
