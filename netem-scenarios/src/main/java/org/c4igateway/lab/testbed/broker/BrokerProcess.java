package org.c4igateway.lab.testbed.broker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.RestartableProcess;
import org.c4igateway.lab.testbed.ServiceProcess;

/** One broker of a pair as a process of its own. Thread-safe. */
public final class BrokerProcess extends RestartableProcess {
    private static final int CONNECT_MILLIS = 1_000;

    private final InetSocketAddress address;

    BrokerProcess(ServiceProcess.Program program, InetSocketAddress address, ClassPathFile classPath) {
        super(new ServiceProcess(program, classPath));
        this.address = address;
    }

    /** Whether it takes connections, which only one of a pair does. Blocks for a second at most. */
    public boolean serves() {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Waits until it serves or watches the other, after its first start.
     *
     * @throws IOException when it ended or that took too long
     */
    public void awaitStarted(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!Files.exists(log()) || !Files.readString(log()).contains(BrokerMain.STARTED)) {
            if (!isAlive() || System.nanoTime() - deadline > 0) {
                throw new IOException("a broker does not start; see " + log());
            }
            Pause.shortly();
        }
    }
}
