package org.c4igateway.lab.testbed.broker;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;
import org.c4igateway.lab.testbed.ProgramLog;

/** Main class of one broker of a pair: Artemis with a configuration file and one login, whose role is "mesh". */
public final class BrokerMain {
    /** Printed when it serves or, as backup, watches. */
    static final String STARTED = "broker started";

    /** Environment variable with the password of the login. */
    static final String PASSWORD = "C4I_BROKER_PASSWORD";

    /** What an argument that becomes a system property begins with. */
    static final String PROPERTY = "--property.";

    private BrokerMain() {}

    /** @param arguments {@code --config=URL --user=NAME --property.NAME=VALUE}, in any order; others mean nothing */
    public static void main(String[] arguments) throws Exception {
        ProgramLog.informative();
        Map<String, String> options = Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        System.setProperty("io.netty.noUnsafe", "false"); // else Netty cannot free the journal's buffers
        options.forEach((name, value) -> {
            if (name.startsWith(PROPERTY)) {
                System.setProperty(name.substring(PROPERTY.length()), value);
            }
        });
        String user = options.get("--user");
        SecurityConfiguration logins = new SecurityConfiguration();
        logins.addUser(user, System.getenv(PASSWORD));
        logins.addRole(user, "mesh");
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfigResourcePath(options.get("--config"));
        broker.setSecurityManager(new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), logins));
        broker.start();
        System.out.println(STARTED);
        new CountDownLatch(1).await();
    }
}
