package org.c4igateway.lab.transport.job;

import java.util.BitSet;

/**
 * Counts primes by the sieve of Eratosthenes, in segments of {@value #SEGMENT} odd numbers: the check of what workers
 * found by division, with which it shares nothing.
 */
final class Sieve {
    private static final int SEGMENT = 1 << 19;

    private Sieve() {}

    /** @param numbers up to which primes are counted, at most 1,000,000,000 */
    static long count(int numbers) {
        if (numbers < 2) {
            return 0;
        }
        BitSet divisors = primes((int) Math.sqrt(numbers));
        long primes = 1; // two
        for (int first = 3; first <= numbers; first += 2 * SEGMENT) {
            primes += count(first, Math.min(numbers, first + 2 * SEGMENT - 1), divisors);
        }
        return primes;
    }

    /** All primes up to a number. */
    private static BitSet primes(int last) {
        BitSet primes = new BitSet(last + 1);
        primes.set(2, last + 1);
        for (int prime = 2; prime * prime <= last; prime = primes.nextSetBit(prime + 1)) {
            for (int multiple = prime * prime; multiple <= last; multiple += prime) {
                primes.clear(multiple);
            }
        }
        return primes;
    }

    /** @param first an odd number */
    private static int count(int first, int last, BitSet divisors) {
        int odd = (last - first) / 2 + 1;
        BitSet composite = new BitSet(odd);
        for (int prime = 3; prime >= 0 && prime * prime <= last; prime = divisors.nextSetBit(prime + 1)) {
            for (int multiple = firstMultiple(prime, first); multiple <= last; multiple += 2 * prime) {
                composite.set((multiple - first) / 2);
            }
        }
        return odd - composite.cardinality();
    }

    /** The first odd multiple from there on that no smaller prime divides away: the square at least. */
    private static int firstMultiple(int prime, int from) {
        if (prime * prime >= from) {
            return prime * prime;
        }
        int multiple = (from + prime - 1) / prime * prime;
        return multiple % 2 == 0 ? multiple + prime : multiple;
    }
}
