package org.c4igateway.lab.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting primes: by division over intervals, and by the sieve that checks it. */
class PrimesTest {
    /** Values of the prime-counting function: https://oeis.org/A006880. */
    @ParameterizedTest
    @CsvSource({"0,0", "1,0", "2,1", "3,2", "10,4", "1000,168", "1000000,78498", "10000000,664579"})
    void countsByTheSieveAsTheTablesSay(int numbers, long primes) {
        assertThat(Sieve.count(numbers)).isEqualTo(primes);
    }

    @Test
    void countsByDivisionWhatTheSieveCounts() {
        int numbers = ThreadLocalRandom.current().nextInt(1_000, 3_000_000); // several segments of the sieve
        long found = Master.EVEN_PRIMES;
        for (int worker = 0; worker < 4; worker++) {
            found += TrialDivision.count(Interval.of(1, worker, 4, numbers));
        }

        assertThat(found).as("primes up to " + numbers).isEqualTo(Sieve.count(numbers));
    }

    @Test
    void findsNoPrimeInOneNorInSquares() {
        assertThat(List.of(1, 9, 25, 31_607 * 31_607)).noneMatch(TrialDivision::isPrime);
        assertThat(List.of(3, 5, 31_607, 999_999_937)).allMatch(TrialDivision::isPrime);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32})
    void givesEachWorkerAboutAsManyPrimes(int workers) {
        List<Long> found = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            found.add(TrialDivision.count(Interval.of(1, worker, workers, 1_000_000)));
        }

        assertThat((double) Collections.min(found)).isGreaterThan(0.94 * Collections.max(found));
    }

    /** 3, 9, 15 … have one prime only. */
    @Test
    void wouldGiveNothingToOneOfThreeWorkers() {
        assertThat(TrialDivision.count(Interval.of(1, 1, 3, 1_000_000))).isEqualTo(1);
    }

    @Test
    void beginsAnIntervalWithAShareOfItsNumbers() {
        Interval interval = Interval.of(7, 1, 2, 25); // 3, 7, 11, 15, 19, 23

        assertThat(interval.beginning(0.5)).isEqualTo(new Interval(7, 1, 3, 4, 11));
        assertThat(TrialDivision.count(interval.beginning(0.5))).isEqualTo(3);
        assertThat(TrialDivision.count(interval.beginning(0.01)))
                .as("not one number")
                .isZero();
    }

    @Test
    void readsWhatItWroteAndNothingElse() throws Exception {
        Interval interval = Interval.of(3, 1, 2, 1_000);
        IntervalResult result = new IntervalResult(3, 1, 80);

        assertThat(Interval.read(interval.bytes())).isEqualTo(interval);
        assertThat(IntervalResult.read(result.bytes())).isEqualTo(result);
        assertThatIOException().isThrownBy(() -> Interval.read(result.bytes())).withMessageContaining("16 B");
        assertThatIOException()
                .isThrownBy(() -> IntervalResult.read(interval.bytes()))
                .withMessageContaining("20 B");
    }

    @Test
    void takesTheTimeOfTheSearchAlone() throws Exception {
        Deque<Long> nanos = new ArrayDeque<>(List.of(5_000_000_000L, 7_500_000_000L));

        assertThat(JobProgram.step(1_000, numbers -> 168, nanos::removeFirst)).isEqualTo("1000 2.500000 168");
    }

    @Test
    void refusesACountThatTheSieveDoesNotFind() {
        assertThatIOException()
                .isThrownBy(() -> JobProgram.step(1_000, numbers -> 167, () -> 0))
                .withMessage("the workers found 167 primes up to 1000, but a sieve finds 168");
    }

    @Test
    void countsByThreadsToo() throws Exception {
        assertThat(JobProgram.byThreads(2, 100_000)).isEqualTo(9_592);
    }
}
