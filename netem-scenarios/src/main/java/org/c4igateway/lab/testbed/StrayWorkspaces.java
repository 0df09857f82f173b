package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.testbed.disk.LoopDisk;
import org.c4igateway.lab.tool.OwnedDirectory;

/** Directories, and processes that work in them, that a testbed left behind because its process was killed. */
public final class StrayWorkspaces {
    private static final int ATTEMPTS = 30;

    private StrayWorkspaces() {}

    /** Kills the processes and deletes the directories; returns what it removed. */
    public static List<String> remove() throws IOException {
        List<String> removed = new ArrayList<>();
        for (Path directory : OwnedDirectory.abandoned(Workspace.PREFIX)) {
            try {
                remove(directory);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return removed;
            }
            removed.add(directory.toString());
        }
        return removed;
    }

    private static void remove(Path directory) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS && Files.exists(directory); attempt++) {
            ProcessHandle.allProcesses()
                    .filter(process -> process.info().commandLine().orElse("").contains(directory + "/"))
                    .forEach(ProcessHandle::destroyForcibly);
            LoopDisk.unmountBelow(directory);
            OwnedDirectory.deleteTree(directory);
            if (Files.exists(directory)) {
                Pause.shortly();
            }
        }
    }
}
