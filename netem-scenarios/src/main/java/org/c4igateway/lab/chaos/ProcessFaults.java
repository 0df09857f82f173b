package org.c4igateway.lab.chaos;

import java.io.IOException;
import org.c4igateway.lab.tool.ToolRun;

/** Faults of a process: of a node, or of a WAN gateway. */
final class ProcessFaults {
    private ProcessFaults() {}

    static Fault kill(SupervisedProcess<?> process) {
        return new Fault() {
            @Override
            public void begin() throws InterruptedException {
                process.hold();
                process.current().kill();
            }

            @Override
            public void end() throws IOException {
                process.release();
            }
        };
    }

    static Fault restart(SupervisedProcess<?> process) {
        return new Fault() {
            @Override
            public void begin() throws InterruptedException {
                process.hold();
                process.current().stop();
            }

            @Override
            public void end() throws IOException {
                process.release();
            }
        };
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
