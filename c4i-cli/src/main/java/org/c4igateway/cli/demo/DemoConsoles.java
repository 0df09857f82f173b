package org.c4igateway.cli.demo;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.database.Login;
import org.c4igateway.lab.testbed.database.TestbedPasswords;

/** The consoles of a demonstration's nodes, with one login that is made for this run. */
final class DemoConsoles {
    private final Mesh mesh;
    private final Login user = new Login("operator", new TestbedPasswords().next());

    DemoConsoles(Mesh mesh) {
        this.mesh = mesh;
    }

    /** Nodes that start from now on have one. */
    void open() {
        mesh.admit(user);
    }

    /**
     * Says where they are. Returns only when the thread is interrupted; a signal ends the process and all that it
     * started.
     */
    void hold(PrintWriter out) throws InterruptedException {
        out.println();
        mesh.systems()
                .forEach(system -> out.println("Console of " + system + ": "
                        + mesh.node(system).address().console()));
        out.println("Log in as " + user.user() + " with " + user.password() + ", made for this run. Ctrl-C ends it.");
        out.flush();
        new CountDownLatch(1).await();
    }
}
