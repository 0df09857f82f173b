package org.c4igateway.lab.chaos.fault;

import java.io.IOException;
import org.c4igateway.lab.chaos.system.SupervisedProcess;
import org.c4igateway.lab.testbed.RestartableProcess;
import org.c4igateway.lab.tool.ToolRun;

/** Faults of a process: of a node, or of a WAN gateway. */
final class ProcessFaults {
    private ProcessFaults() {}

    /** How a process is ended. */
    private interface Ending {
        void end(RestartableProcess process) throws InterruptedException;
    }

    static Fault kill(SupervisedProcess<?> process) {
        return down(process, RestartableProcess::kill);
    }

    static Fault restart(SupervisedProcess<?> process) {
        return down(process, RestartableProcess::stop);
    }

    private static Fault down(SupervisedProcess<?> process, Ending ending) {
        return Fault.of(
                () -> {
                    process.hold();
                    ending.end(process.current());
                },
                process::release);
    }

    static Fault freeze(SupervisedProcess<?> process) {
        return new Fault() {
            private String pid = "";

            @Override
            public void begin() throws IOException {
                pid = Long.toString(process.current().pid());
                ToolRun.script("kill -STOP " + pid).orThrow("stopping a process");
            }

            @Override
            public void end() {
                ToolRun.script("kill -CONT " + pid); // it may have ended
            }
        };
    }
}
