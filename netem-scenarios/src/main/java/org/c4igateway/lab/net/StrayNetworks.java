package org.c4igateway.lab.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.tool.OwnedDirectory;

/** Namespaces that a testbed left behind because its process was killed. */
public final class StrayNetworks {
    private StrayNetworks() {}

    /** Names of namespaces whose testbed has ended. */
    public static List<String> find() throws IOException {
        List<String> strays = new ArrayList<>();
        for (String name : Namespaces.list(Namespaces.PREFIX)) {
            String rest = name.substring(Namespaces.PREFIX.length());
            int end = rest.indexOf('-');
            Path owner = Path.of(
                    System.getProperty("java.io.tmpdir"),
                    NetworkTestbed.DIRECTORY_PREFIX + (end < 0 ? rest : rest.substring(0, end)));
            if (!Files.isDirectory(owner) || !OwnedDirectory.isOwned(owner)) {
                strays.add(name);
            }
        }
        return strays;
    }

    /** Kills what runs in them and removes them and their owners' directories; returns the names. */
    public static List<String> remove() throws IOException {
        List<String> strays = find();
        Namespaces.remove(strays);
        for (Path directory : OwnedDirectory.abandoned(NetworkTestbed.DIRECTORY_PREFIX)) {
            OwnedDirectory.deleteTree(directory);
        }
        return strays;
    }
}
