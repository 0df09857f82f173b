package org.c4igateway.lab.transport.job;

/** Finds primes by division: the work of a job, not the fastest way. */
final class TrialDivision {
    private TrialDivision() {}

    /** How many numbers of an interval are prime. */
    static long count(Interval interval) {
        long primes = 0;
        for (int number = interval.first(); number <= interval.last(); number += interval.step()) {
            if (isPrime(number)) {
                primes++;
            }
        }
        return primes;
    }

    /**
     * Divides by all odd numbers up to the root.
     *
     * @param odd a positive odd number, at most 1,000,000,000
     */
    static boolean isPrime(int odd) {
        for (int divisor = 3; divisor * divisor <= odd; divisor += 2) {
            if (odd % divisor == 0) {
                return false;
            }
        }
        return odd > 1;
    }
}
