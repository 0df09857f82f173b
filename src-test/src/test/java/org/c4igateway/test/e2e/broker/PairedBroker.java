package org.c4igateway.test.e2e.broker;

import java.util.concurrent.CountDownLatch;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/** Main class of one broker of a pair, with the configuration that is shipped and the mesh's login. */
final class PairedBroker {
    /** Printed when it serves or, as backup, watches. */
    static final String STARTED = "paired broker started";

    private PairedBroker() {}

    /** @param arguments URL of the configuration file, user, password */
    public static void main(String[] arguments) throws Exception {
        SecurityConfiguration logins = new SecurityConfiguration();
        logins.addUser(arguments[1], arguments[2]);
        logins.addRole(arguments[1], "mesh");
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfigResourcePath(arguments[0]);
        broker.setSecurityManager(new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), logins));
        broker.start();
        System.out.println(STARTED);
        new CountDownLatch(1).await();
    }
}
