package org.c4igateway.dbbridge.node.reload;

import java.util.List;

/**
 * The keys that a running node applies, as it runs or by a renewal of its data path. All others need a restart. The
 * reference of the keys marks the same.
 */
public final class ReloadableKeys {
    /** Levels of payloads, as {@code c4i.validation.default}. */
    public static final String VALIDATION = "c4i.validation.*";
    /** Directory of definitions, and what its files say. */
    public static final String DEFINITIONS = "c4i.definitions";
    /** What the length of a line is counted in. */
    public static final String LINE_UNIT = "c4i.line-unit";
    /** Filters by class. */
    public static final String CLASS_FILTERS = "c4i.subscriptions.classes.*";
    /** Filters by topic. */
    public static final String TOPIC_FILTERS = "c4i.subscriptions.topics.*";
    /** Which labels may go where. */
    public static final String RELEASE = "c4i.release.*";
    /** Users of the console, their passwords and roles. */
    public static final String CONSOLE_USERS = "c4i.console.users.*";
    /** Destinations that are new and go by a transport that finds its peers by itself. */
    public static final String DESTINATIONS = "c4i.destinations.*";
    /** Renewed certificates of the JMS transport, in the same file and with the same password. */
    public static final String JMS_KEY_STORE = "c4i.transports.jms.tls.key-store";
    /** Certificates that the JMS transport trusts, in the same file and with the same password. */
    public static final String JMS_TRUST_STORE = "c4i.transports.jms.tls.trust-store";
    /** Password of the node's login to the interface database. */
    public static final String DATABASE_PASSWORD = "c4i.database.password";
    /** Password of the console's login to the interface database. */
    public static final String CONSOLE_DATABASE_PASSWORD = "c4i.console.database.password";
    /** Levels of loggers. */
    public static final String LOG_LEVELS = "logging.level.*";

    private static final List<String> ALL = List.of(
            VALIDATION,
            DEFINITIONS,
            LINE_UNIT,
            CLASS_FILTERS,
            TOPIC_FILTERS,
            RELEASE,
            CONSOLE_USERS,
            DESTINATIONS,
            JMS_KEY_STORE,
            JMS_TRUST_STORE,
            DATABASE_PASSWORD,
            CONSOLE_DATABASE_PASSWORD,
            LOG_LEVELS);

    /** What the data path is built of; as far as no part applies a change of it while the path is open. */
    private static final List<String> RENEWED = List.of(
            "c4i.catalogue",
            "c4i.subscriptions.wanted*",
            DESTINATIONS,
            "c4i.newcomers*",
            "c4i.newcomer-names*",
            "c4i.max-payload",
            "c4i.drain-timeout",
            "c4i.unclaimed-timeout",
            "c4i.flow.*",
            "c4i.objectives.*",
            "c4i.transports.jms.*",
            "c4i.transports.dds.*");

    /** A rebuilt path would use these, but other parts of the node that depend on them would not. */
    private static final List<String> OF_START = List.of("c4i.system", "c4i.transports.dds.security.*");

    private ReloadableKeys() {}

    /** @return all patterns; {@code *} at the end stands for everything below */
    public static List<String> all() {
        return ALL;
    }

    /** @return whether the key is one that the pattern stands for */
    public static boolean matches(String pattern, String key) {
        return pattern.endsWith("*") ? key.startsWith(pattern.substring(0, pattern.length() - 1)) : pattern.equals(key);
    }

    /** @return whether a running node applies changes of the key, as far as a part takes them */
    public static boolean contains(String key) {
        return ALL.stream().anyMatch(pattern -> matches(pattern, key));
    }

    /** @return whether a change of the key needs a restart and also prevents a renewal of the data path */
    public static boolean hindersRenewal(String key) {
        return OF_START.stream().anyMatch(pattern -> matches(pattern, key));
    }

    /** @return whether a running node applies changes of the key by a renewal of its data path */
    public static boolean renews(String key) {
        return !hindersRenewal(key) && RENEWED.stream().anyMatch(pattern -> matches(pattern, key));
    }
}
