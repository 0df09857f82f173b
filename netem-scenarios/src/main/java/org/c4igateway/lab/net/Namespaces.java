package org.c4igateway.lab.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.lab.tool.ToolRun;

/** Named network namespaces of this machine whose names begin with {@link #PREFIX}. */
final class Namespaces {
    /** Prefix of everything that a testbed leaves visible on the machine while it lives. */
    static final String PREFIX = "c4ilab-";

    private static final Path DIRECTORY = Path.of("/run/netns");

    private Namespaces() {}

    /** A command that runs inside. */
    static List<String> inside(String namespace, String... command) {
        List<String> whole = new ArrayList<>(enter(namespace));
        whole.addAll(Arrays.asList(command));
        return whole;
    }

    /** Words that make the command after them run inside. */
    static List<String> enter(String namespace) {
        return List.of("nsenter", "--net=" + DIRECTORY.resolve(namespace), "--");
    }

    /** Those whose names begin so. */
    static List<String> list(String prefix) throws IOException {
        if (!Files.isDirectory(DIRECTORY)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }

    /** Kills what runs inside and removes it; what is gone already is fine. */
    static void remove(List<String> namespaces) throws IOException {
        if (namespaces.isEmpty()) {
            return;
        }
        StringBuilder script = new StringBuilder();
        for (String name : namespaces) {
            script.append("for pid in $(ip netns pids ")
                    .append(name)
                    .append(" 2>/dev/null); do kill -9 $pid || true; done\n");
        }
        for (String name : namespaces) {
            // Another thread may remove it meanwhile: a run that ends while a signal closes its testbed.
            String gone = "[ ! -e " + DIRECTORY.resolve(name) + " ]";
            script.append(gone)
                    .append(" || ip netns del ")
                    .append(name)
                    .append(" || ")
                    .append(gone)
                    .append('\n');
        }
        ToolRun.script(script.toString()).orThrow("removing network namespaces");
    }
}
