package org.c4igateway.dbbridge.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens connections to one interface database: a pool for the data path, and single sessions for what belongs to a
 * session (advisory locks, LISTEN), which therefore need a direct connection and no transaction-pooling proxy in
 * between. Thread-safe.
 */
public final class Connections {
    /**
     * Statements have limits; what is cut off as a whole would begin anew for ever. Servers before PostgreSQL 17 have
     * no such limit.
     */
    public static final String UNLIMITED_TRANSACTIONS =
            "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout';\n";

    /**
     * Settings of a data-path session. Statements are short and repeat: no JIT, no parallel workers, and each is
     * planned once, since planning the fetch over all partitions takes 50 times as long as running it. That plan stays
     * while its tables grow, so it does not read a table as a whole because that is small when it is made. A commit of
     * the inbox triggers a receipt and must be durable, whatever the role's default is. If a node stops in the middle
     * of a transaction (a paused machine, a stopped process), the server aborts it, because its locks would keep
     * another node from taking over. Waits for locks are short, because urgent statements queue behind them during a
     * migration or dump. The server ends a statement before the client gives up, so that no statement continues
     * without a client.
     */
    private static final String SESSION_SETTINGS = UNLIMITED_TRANSACTIONS + """
            SELECT set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false),
                   set_config('plan_cache_mode', 'force_generic_plan', false),
                   set_config('enable_seqscan', 'off', false),
                   set_config('work_mem', '32MB', false), set_config('TimeZone', 'UTC', false),
                   set_config('idle_in_transaction_session_timeout', '5s', false),
                   set_config('lock_timeout', '5s', false), set_config('statement_timeout', '25s', false),
                   set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                       WHEN 'off' THEN 'local' ELSE current_setting('synchronous_commit') END, false)
            """;

    /** For long statements, such as counting a day of rows or a migration. Also bounded. */
    private static final String MAINTENANCE_SETTINGS = UNLIMITED_TRANSACTIONS + """
            SELECT set_config('TimeZone', 'UTC', false), set_config('work_mem', '64MB', false),
                   set_config('lock_timeout', '30s', false),
                   set_config('statement_timeout', '59min', false)
            """;

    /** All queries use keys. On a new day without statistics the planner would prefer to read and sort all rows. */
    private static final String QUESTION_SETTINGS = """
            SELECT set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false),
                   set_config('enable_seqscan', 'off', false), set_config('enable_sort', 'off', false),
                   set_config('default_transaction_read_only', 'on', false), set_config('TimeZone', 'UTC', false),
                   set_config('lock_timeout', '2s', false), set_config('statement_timeout', '""";

    private static final Duration POOL_SOCKET_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration MAINTENANCE_SOCKET_TIMEOUT = Duration.ofHours(1);
    private static final int MAINTENANCE_SESSIONS = 2;
    private static final Duration POOL_WAIT = Duration.ofSeconds(1);
    private static final Duration LOGIN_TIMEOUT = Duration.ofSeconds(3);

    private final DatabaseSettings settings;
    private final List<HikariDataSource> pools = new CopyOnWriteArrayList<>();
    private volatile String password;

    public Connections(DatabaseSettings settings) {
        this.settings = Objects.requireNonNull(settings);
        this.password = settings.password();
    }

    /**
     * Logs in with another password from now on, in all pools as well. Connects to nothing; sessions that are open stay
     * so.
     */
    public void usePassword(String renewed) {
        password = Objects.requireNonNull(renewed);
        pools.forEach(pool -> pool.getHikariConfigMXBean().setPassword(renewed));
    }

    /**
     * @return a new pool, to be closed by the caller; it opens even while the database is away and waits at most 1 s
     *     for a connection
     */
    public HikariDataSource pool() {
        return pool("c4i-db", "c4i-bridge", SESSION_SETTINGS, settings.poolSize(), POOL_SOCKET_TIMEOUT);
    }

    /**
     * A pool for migrations, or for maintenance by two threads: a statement may take an hour. Idle sessions are closed
     * after a while.
     */
    public HikariDataSource maintenance() {
        return pool(
                "c4i-maintenance",
                "c4i-maintenance",
                MAINTENANCE_SETTINGS,
                MAINTENANCE_SESSIONS,
                MAINTENANCE_SOCKET_TIMEOUT);
    }

    /**
     * A pool for queries of operators: read-only unless a transaction asks for more, with a time limit for each
     * statement.
     *
     * @param name of the pool and the application, shown in {@code pg_stat_activity}
     * @param longest time of a statement
     */
    public HikariDataSource questions(String name, Duration longest) {
        return pool(
                name,
                name,
                QUESTION_SETTINGS + longest.toMillis() + "', false)",
                settings.poolSize(),
                POOL_SOCKET_TIMEOUT);
    }

    private HikariDataSource pool(
            String name, String application, String sessionSettings, int size, Duration socketTimeout) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(settings.url());
        config.setUsername(settings.user());
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        // The pool's own attempts become rarer while the server is not available. Without a minimum of connections it
        // tries only when a caller waits, and starts with short pauses again.
        config.setMinimumIdle(0);
        config.setConnectionTimeout(POOL_WAIT.toMillis());
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql(sessionSettings);
        // Without it the pool asks its first connection for the default. If the server goes at that moment, the pool
        // takes -1 for the default and sets it on every later connection, each of which the driver then refuses.
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        Properties properties = properties(application, socketTimeout);
        PGProperty.PREPARE_THRESHOLD.set(properties, 1);
        config.setDataSourceProperties(properties);
        HikariDataSource pool = new HikariDataSource(config);
        pools.removeIf(HikariDataSource::isClosed);
        pools.add(pool);
        return pool;
    }

    /**
     * Opens a session of its own, in auto-commit mode, owned by the caller. Blocks up to 3 s.
     *
     * @param applicationName shown in {@code pg_stat_activity}
     * @param answerTimeout a server silent for longer counts as gone
     */
    public Connection session(String applicationName, Duration answerTimeout) throws SQLException {
        Properties properties = properties(applicationName, answerTimeout);
        PGProperty.USER.set(properties, settings.user());
        PGProperty.PASSWORD.set(properties, password);
        Connection connection = new Driver().connect(settings.url(), properties);
        if (connection == null) {
            throw new SQLException("the driver does not take this URL: " + settings.url(), "08001");
        }
        try (Statement statement = connection.createStatement()) {
            // The server notices a dead client within about 3 s and frees its locks.
            statement.execute(
                    "SELECT set_config('tcp_keepalives_idle', '1', false), set_config('tcp_keepalives_interval',"
                            + " '1', false), set_config('tcp_keepalives_count', '2', false),"
                            // It waits for long without a word, for notifications or with a lock.
                            + " set_config('idle_session_timeout', '0', false)");
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** What the driver is told of each connection. */
    private static Properties properties(String application, Duration answerTimeout) {
        Properties properties = new Properties();
        PGProperty.APPLICATION_NAME.set(properties, application);
        PGProperty.SOCKET_TIMEOUT.set(properties, Math.toIntExact(Math.max(1, answerTimeout.toSeconds())));
        PGProperty.CONNECT_TIMEOUT.set(properties, Math.toIntExact(LOGIN_TIMEOUT.toSeconds()));
        PGProperty.LOGIN_TIMEOUT.set(properties, Math.toIntExact(LOGIN_TIMEOUT.toSeconds()));
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        // The detail of an error contains the row, and payloads must not be logged.
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        return properties;
    }
}
