package org.c4igateway.console;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.c4igateway.console.watch.LastHour;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.node.NodeApplication;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.servlet.resource.CachingResourceResolver;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/** A real node, ALPHA, with a console, on a port of its own. It has no transport: what is submitted stays pending. */
public final class ConsoleNode implements AutoCloseable {
    static final String VIEWER = "watch";
    public static final String OPERATOR = "chief";
    public static final String PASSWORD = "only for this test";

    private final ConfigurableApplicationContext context;

    private ConsoleNode(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** @param more settings, {@code key=value}, which come before those of this node */
    public static ConsoleNode start(TestDatabase database, String... more) {
        return start(new SpringApplication(NodeApplication.class), database, more);
    }

    /** The same with one more transport. */
    static ConsoleNode startWith(TestDatabase database, TransportFactory transport, String... more) {
        SpringApplication node = new SpringApplication(NodeApplication.class);
        node.addInitializers(context -> context.getBeanFactory().registerSingleton("furtherTransport", transport));
        return start(node, database, more);
    }

    private static ConsoleNode start(SpringApplication node, TestDatabase database, String... more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("c4i.console.enabled", "true");
        settings.put("c4i.console.database.username", database.console().user());
        settings.put("c4i.console.database.password", database.console().password());
        settings.put("c4i.console.users." + VIEWER + ".password", PASSWORD);
        settings.put("c4i.console.users." + OPERATOR + ".password", PASSWORD);
        settings.put("c4i.console.users." + OPERATOR + ".role", "operator");
        for (String setting : more) {
            String[] parts = setting.split("=", 2);
            settings.put(parts[0], parts[1]);
        }
        return run(node, database, settings);
    }

    /** The same without a console. */
    static ConsoleNode startWithout(TestDatabase database) {
        return run(new SpringApplication(NodeApplication.class), database, new LinkedHashMap<>());
    }

    private static ConsoleNode run(SpringApplication node, TestDatabase database, Map<String, String> settings) {
        settings.putIfAbsent("c4i.system", "ALPHA");
        settings.putIfAbsent("c4i.database.url", database.bridge().url());
        settings.putIfAbsent("c4i.database.username", database.bridge().user());
        settings.putIfAbsent("c4i.database.password", database.bridge().password());
        settings.putIfAbsent("server.port", "0");
        String[] arguments = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        return new ConsoleNode(node.run(arguments));
    }

    /** @return settings for peers by JMS, none of which is there */
    public static String[] peers(String... names) throws IOException {
        List<String> settings = new ArrayList<>();
        try (ServerSocket free = new ServerSocket(0)) {
            settings.add("c4i.transports.jms.port=" + free.getLocalPort());
        }
        settings.add("c4i.transports.jms.enabled=true");
        settings.add("c4i.transports.jms.credentials.user=mesh");
        settings.add("c4i.transports.jms.credentials.password=only for this test");
        for (String name : names) {
            settings.add("c4i.destinations." + name + "=jms");
            settings.add("c4i.transports.jms.peers." + name + "=127.0.0.1:1");
        }
        return settings.toArray(String[]::new);
    }

    public String base() {
        return address("local.server.port");
    }

    /** Where health and metrics are, if they have a port of their own. */
    String managementBase() {
        return address("local.management.port");
    }

    private String address(String port) {
        return "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty(port);
    }

    /** How many sessions its server has made since its start. */
    long sessionsEverMade() {
        TomcatWebServer server =
                (TomcatWebServer) Objects.requireNonNull(((ServletWebServerApplicationContext) context).getWebServer());
        return Stream.of(server.getTomcat().getHost().findChildren())
                .mapToLong(site -> ((Context) site).getManager().getSessionCounter())
                .sum();
    }

    /** How many names of files its server remembers. */
    long filesRemembered() {
        return context
                .getBean("resourceHandlerMapping", SimpleUrlHandlerMapping.class)
                .getHandlerMap()
                .values()
                .stream()
                .flatMap(handler -> ((ResourceHttpRequestHandler) handler).getResourceResolvers().stream())
                .filter(CachingResourceResolver.class::isInstance)
                .mapToLong(resolver -> ((Map<?, ?>)
                                ((CachingResourceResolver) resolver).getCache().getNativeCache())
                        .size())
                .sum();
    }

    /** @param headers names and values by turns, sent with every request */
    Browser browser(String... headers) {
        return new Browser(base(), headers);
    }

    Browser loggedIn(String user) {
        Browser browser = browser();
        browser.logIn(user, PASSWORD);
        return browser;
    }

    /** Gives its memory an hour of traffic that there was not. */
    public void anHourOfTraffic() {
        LedgerSnapshot now = context.getBean(LedgerReader.class).snapshot();
        LastHour hour = context.getBean(LastHour.class);
        for (int minute = 1; minute < 60; minute++) {
            long rows = 10L * minute * (minute % 7);
            hour.add(new LedgerSnapshot(
                    now.at().plusSeconds(60L * minute),
                    now.system(),
                    List.of(new LedgerLine(
                            new SystemName("BRAVO"), 5_000L * minute + rows, 5_000L * minute, 0, rows, 0, 0, 0)),
                    List.of(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    List.of()));
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
