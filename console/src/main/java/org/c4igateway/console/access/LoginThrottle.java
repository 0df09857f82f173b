package org.c4igateway.console.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each login whether its password may be checked, against guessing of passwords. Two failures are free.
 * After the third and each further one the next attempt is held back, for 1 s, 2 s, 4 s and so on: per account up to
 * 30 s, per address up to 15 min. An attempt counts before its password is checked, so that many parallel attempts gain
 * nothing.
 * A success resets the count, and so does an hour without an attempt.
 *
 * <p>A user who logged in from an address is not held back there by attempts with the name from elsewhere, so that an
 * attacker cannot lock an operator out. Unknown names count as well, so that the throttle does not reveal which names
 * exist. IPv6 addresses count by their network of 64 bits.
 *
 * <p>Memory is bounded by the number of entries and the length of keys; frequently used entries stay when there are too
 * many. Thread-safe, does not block.
 */
final class LoginThrottle {
    private static final int FREE_ATTEMPTS = 3;
    private static final int MAX_DOUBLINGS = 20;
    private static final int MAX_ENTRIES = 10_000;
    private static final int LONGEST_NAME = 64;
    private static final int NETWORK_BYTES = 8;
    private static final Duration FIRST_HOLD = Duration.ofSeconds(1);
    private static final Duration LONGEST_BY_ACCOUNT = Duration.ofSeconds(30);
    private static final Duration LONGEST_BY_ADDRESS = Duration.ofMinutes(15);
    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final Duration PROVEN = Duration.ofDays(7);

    private final LongSupplier nanoClock;
    private final Cache<String, Attempts> accounts;
    private final Cache<String, Attempts> addresses;
    private final Cache<Pair, Boolean> proven;

    /** @param nanoClock monotonic, nanoseconds */
    LoginThrottle(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.accounts = cache(REMEMBERED);
        this.addresses = cache(REMEMBERED);
        this.proven = cache(PROVEN);
    }

    private <K, V> Cache<K, V> cache(Duration kept) {
        return Caffeine.newBuilder()
                .maximumSize(MAX_ENTRIES)
                .expireAfterWrite(kept)
                .ticker(nanoClock::getAsLong)
                .build();
    }

    /** What to do with an attempt. */
    sealed interface Decision {
        /** Check its password. */
        record Admitted() implements Decision {}

        /** Refuse it without checking the password, for this time. */
        record Held(Duration rest) implements Decision {}
    }

    /**
     * Judges an attempt, and counts it when it is admitted.
     *
     * @param name as it was given
     * @param address literal IP address; anything else counts as one and the same
     */
    synchronized Decision begin(String name, String address) {
        Pair pair = Pair.of(name, address);
        long now = nanoClock.getAsLong();
        boolean known = proven.getIfPresent(pair) != null;
        long rest = Math.max(rest(addresses, pair.network(), now), known ? 0 : rest(accounts, pair.account(), now));
        if (rest > 0) {
            return new Decision.Held(Duration.ofNanos(rest));
        }
        count(addresses, pair.network(), now, LONGEST_BY_ADDRESS);
        if (!known) {
            count(accounts, pair.account(), now, LONGEST_BY_ACCOUNT);
        }
        return new Decision.Admitted();
    }

    /** Records that name and password of an admitted attempt were correct. */
    synchronized void accepted(String name, String address) {
        Pair pair = Pair.of(name, address);
        addresses.invalidate(pair.network());
        accounts.invalidate(pair.account());
        proven.put(pair, true);
    }

    private static long rest(Cache<String, Attempts> cache, String key, long now) {
        Attempts attempts = cache.getIfPresent(key);
        return attempts == null ? 0 : attempts.heldUntilNanos() - now;
    }

    private static void count(Cache<String, Attempts> cache, String key, long now, Duration longest) {
        cache.put(key, Attempts.after(cache.getIfPresent(key), now, longest));
    }

    /**
     * What was counted for one key.
     *
     * @param count attempts since the last success
     * @param heldUntilNanos when the next is looked at
     */
    private record Attempts(int count, long heldUntilNanos) {
        static Attempts after(@Nullable Attempts before, long now, Duration longest) {
            int count = before == null ? 1 : Math.min(before.count() + 1, FREE_ATTEMPTS + MAX_DOUBLINGS);
            if (count < FREE_ATTEMPTS) {
                return new Attempts(count, now);
            }
            Duration doubled = FIRST_HOLD.multipliedBy(1L << (count - FREE_ATTEMPTS));
            Duration hold = doubled.compareTo(longest) < 0 ? doubled : longest;
            return new Attempts(count, now + hold.toNanos());
        }
    }

    /**
     * Who, and from where.
     *
     * @param account name as users are found by it, without regard to case
     * @param network address, or network of an address of IPv6
     */
    private record Pair(String account, String network) {
        static Pair of(String name, String address) {
            String account = name.length() > LONGEST_NAME ? "" : name.toLowerCase(Locale.ROOT);
            return new Pair(account, network(address));
        }

        private static String network(String address) {
            try {
                return InetAddress.ofLiteral(address) instanceof Inet6Address six
                        ? HexFormat.of().formatHex(Arrays.copyOf(six.getAddress(), NETWORK_BYTES))
                        : address;
            } catch (IllegalArgumentException e) {
                return ""; // a proxy's invention; all of them count as one
            }
        }
    }
}
