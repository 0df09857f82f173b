package org.c4igateway.core.flow.send.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.c4igateway.core.message.Precedence;
import org.junit.jupiter.api.Test;

class InFlightTotalTest {
    private static final long BYTES = 800_000;
    private static final int GROUPS = 5;
    /** What one precedence of one of five groups has for itself. */
    private static final long OWN = BYTES / 4 / 4 / GROUPS;

    private final InFlightTotal total = new InFlightTotal(BYTES);
    private final List<InFlightTotal.Share> shares = new ArrayList<>();

    private void join(int groups) {
        for (int i = 0; i < groups; i++) {
            shares.add(total.join(BYTES));
        }
    }

    /** @return how much it got */
    private static long takeAll(InFlightTotal.Share share, Precedence precedence) {
        long taken = 0;
        for (long got = share.reserve(precedence, 100, false); got > 0; got = share.reserve(precedence, 100, false)) {
            taken += got;
        }
        return taken;
    }

    @Test
    void restrictsNothingWhileAllGroupsCanFillTheirBounds() {
        InFlightTotal.Share one = total.join(BYTES / 2);
        InFlightTotal.Share other = total.join(BYTES / 2);

        assertThat(one.reserve(Precedence.ROUTINE, BYTES / 2, false)).isEqualTo(BYTES / 2);
        assertThat(other.reserve(Precedence.ROUTINE, BYTES / 2, false)).isEqualTo(BYTES / 2);
    }

    @Test
    void leavesAThirdOfWhatIsNotDividedWhenOnePrecedenceTakesAllItCan() {
        join(GROUPS);

        long taken = takeAll(shares.getFirst(), Precedence.ROUTINE);

        assertThat(taken).isBetween(BYTES / 2, OWN + BYTES / 2);
        assertThat(takeAll(shares.getLast(), Precedence.ROUTINE)).isGreaterThan(2 * OWN);
    }

    @Test
    void keepsAPartForEachPrecedenceOfEachGroupWhateverTheOthersHold() {
        join(GROUPS);
        for (InFlightTotal.Share share : shares.subList(0, GROUPS - 1)) {
            for (Precedence precedence : Precedence.values()) {
                takeAll(share, precedence);
            }
        }
        takeAll(shares.getLast(), Precedence.ROUTINE);

        assertThat(shares.getLast().room(Precedence.FLASH)).isGreaterThanOrEqualTo(OWN);
    }

    @Test
    void neverExceedsTheBoundWhileGroupsTakeAndGiveBack() {
        join(GROUPS);
        Random random = new Random(1);
        long[][] held = new long[GROUPS][Precedence.values().length];
        long sum = 0;
        for (int round = 0; round < 20_000; round++) {
            int group = random.nextInt(GROUPS);
            Precedence precedence = Precedence.ofCode(random.nextInt(held[group].length));
            long change = random.nextInt(3) > 0
                    ? shares.get(group).reserve(precedence, random.nextLong(BYTES), random.nextBoolean())
                    : -random.nextLong(held[group][precedence.code()] + 1);
            if (change < 0) {
                shares.get(group).change(precedence, change);
            }
            held[group][precedence.code()] += change;
            sum += change;
            assertThat(sum).isBetween(0L, BYTES);
        }
    }

    @Test
    void givesAPollNoMoreThanEachHasForItself() {
        join(GROUPS);

        assertThat(shares.getFirst().reserve(Precedence.ROUTINE, BYTES, true)).isEqualTo(OWN);
    }

    @Test
    void givesNoCrumbs() {
        join(GROUPS);
        InFlightTotal.Share share = shares.getFirst();
        long _ = share.reserve(Precedence.ROUTINE, BYTES, false);

        share.change(Precedence.ROUTINE, -100);

        assertThat(share.room(Precedence.ROUTINE)).isZero();
    }

    @Test
    void givesTheOthersMoreWhenAGroupEndsAndHasGivenBackWhatItHeld() {
        join(GROUPS);
        InFlightTotal.Share ending = shares.removeLast();
        long taken = takeAll(ending, Precedence.ROUTINE);
        ending.leave();
        long meanwhile = takeAll(shares.getFirst(), Precedence.ROUTINE);

        ending.change(Precedence.ROUTINE, -taken);
        long after = takeAll(shares.getFirst(), Precedence.ROUTINE);

        assertThat(meanwhile).isLessThan(BYTES / 3);
        assertThat(after).isPositive();
    }

    @Test
    void takesAThirdOfTheHeap() {
        InFlightTotal ofHeap = InFlightTotal.ofHeap();
        long third = Runtime.getRuntime().maxMemory() / 3;
        InFlightTotal.Share share = ofHeap.join(third + 1);

        assertThat(share.room(Precedence.ROUTINE)).isBetween(third / 2, third * 6 / 10);
    }

    @Test
    void restrictsWhenTheBoundsAreOneByteMoreThanThereIs() {
        InFlightTotal.Share one = total.join(BYTES / 2);
        assertThat(one.room(Precedence.ROUTINE)).isEqualTo(Long.MAX_VALUE);

        InFlightTotal.Share other = total.join(BYTES / 2 + 1);
        assertThat(one.room(Precedence.ROUTINE)).isLessThan(BYTES);

        other.leave();
        assertThat(one.room(Precedence.ROUTINE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void givesTwoThirdsOfWhatIsFreeBesideWhatEachHasForItself() {
        join(GROUPS);
        InFlightTotal.Share share = shares.getFirst();
        long free = BYTES - BYTES / 4;
        assertThat(share.room(Precedence.ROUTINE)).isEqualTo(OWN + 2 * free / 3);

        share.change(Precedence.ROUTINE, OWN / 2);
        assertThat(share.room(Precedence.ROUTINE)).isEqualTo(OWN / 2 + 2 * free / 3);

        share.change(Precedence.ROUTINE, OWN / 2 + 90_000);
        assertThat(share.room(Precedence.ROUTINE)).isEqualTo((2 * (free - 90_000) - 90_000) / 3);
        assertThat(shares.getLast().room(Precedence.ROUTINE)).isEqualTo(OWN + 2 * (free - 90_000) / 3);
    }

    @Test
    void givesAQuarterOfWhatEachHasAndNothingLess() {
        join(GROUPS);
        InFlightTotal.Share share = shares.getFirst();
        long most = (BYTES - BYTES / 4) * 2 / 3;
        share.change(Precedence.ROUTINE, OWN + most - OWN / 4);
        assertThat(share.room(Precedence.ROUTINE)).isEqualTo(OWN / 4);

        share.change(Precedence.ROUTINE, 1);
        assertThat(share.room(Precedence.ROUTINE)).isZero();
    }

    @Test
    void givesAPollAllThatItWantsWhileNothingIsRestricted() {
        InFlightTotal.Share share = total.join(BYTES);

        assertThat(share.reserve(Precedence.ROUTINE, BYTES, true)).isEqualTo(BYTES);
    }

    @Test
    void countsWhatAGroupHoldsThatHadGivenBackEverything() {
        join(GROUPS);
        InFlightTotal.Share share = shares.getFirst();
        share.change(Precedence.FLASH, 100);
        share.change(Precedence.FLASH, -100);
        share.change(Precedence.ROUTINE, 300_000);

        join(1);

        long own = BYTES / 4 / 4 / (GROUPS + 1);
        long free = BYTES - BYTES / 4 - (300_000 - own);
        assertThat(shares.getLast().room(Precedence.ROUTINE)).isEqualTo(own + 2 * free / 3);
    }

    @Test
    void countsWhatAGroupThatEndsStillHolds() {
        join(GROUPS);
        InFlightTotal.Share ending = shares.removeFirst();
        ending.change(Precedence.ROUTINE, 200_000);
        ending.change(Precedence.FLASH, 1);

        ending.leave();
        ending.change(Precedence.FLASH, -1);
        join(1);

        long free = BYTES - BYTES / 4 - (200_000 - OWN);
        assertThat(shares.getLast().room(Precedence.ROUTINE)).isEqualTo(OWN + 2 * free / 3);
    }

    @Test
    void countsWhatAGroupThatEndsStillHoldsAtEveryPrecedence() {
        join(GROUPS);
        InFlightTotal.Share ending = shares.removeFirst();
        for (Precedence precedence : Precedence.values()) {
            ending.change(precedence, 50_000);
        }

        ending.leave();
        join(1);

        long free = BYTES - BYTES / 4 - 4 * (50_000 - OWN);
        assertThat(shares.getLast().room(Precedence.ROUTINE)).isEqualTo(OWN + 2 * free / 3);
    }

    /** A destination that restarts again and again has a new group each time. */
    @Test
    void forgetsAGroupThatHasEndedAndHoldsNothing() {
        WeakReference<?> ended = ended(0);
        WeakReference<?> endedLater = ended(100);

        for (int i = 0; i < 20 && (ended.get() != null || endedLater.get() != null); i++) {
            System.gc();
        }

        assertThat(ended.get()).isNull();
        assertThat(endedLater.get()).isNull();
        assertThat(total.join(BYTES).room(Precedence.ROUTINE)).isEqualTo(Long.MAX_VALUE);
    }

    /** @param held it still holds so much when it ends */
    private WeakReference<InFlightTotal.Share> ended(long held) {
        InFlightTotal.Share share = total.join(BYTES);
        share.change(Precedence.ROUTINE, held);
        share.leave();
        if (held > 0) {
            share.change(Precedence.ROUTINE, -held);
        }
        return new WeakReference<>(share);
    }
}
