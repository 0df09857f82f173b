package org.c4igateway.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.lab.tool.ToolRun;

/** Things beside the gateway that some tests and deployments use: Python, Docker, OpenDDS. */
final class NeighbourCheck implements Check {
    @Override
    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(python());
        findings.add(pip());
        findings.add(dockerClient());
        if (ToolRun.find("docker").isPresent()) {
            findings.add(dockerEngine());
        }
        findings.add(openDds());
        return findings;
    }

    private static Finding python() {
        ToolRun run = ToolRun.of(
                "python3", "-c", "import sys; print(sys.version.split()[0]); sys.exit(sys.version_info < (3, 8))");
        return run.succeeded()
                ? Finding.ok("Python 3", run.firstLine())
                : Finding.missing("Python 3", run.firstLine(), "apt install python3 (Debian, Ubuntu)");
    }

    private static Finding pip() {
        ToolRun run = ToolRun.of("python3", "-m", "pip", "--version");
        return run.succeeded()
                ? Finding.ok("pip", run.firstLine().replaceAll(" from .*", ""))
                : Finding.missing("pip", run.firstLine(), "apt install python3-pip (Debian, Ubuntu)");
    }

    private static Finding dockerClient() {
        return ToolRun.find("docker")
                .map(path -> Finding.ok("Docker client", path.toString()))
                .orElseGet(() -> Finding.missing(
                        "Docker client", "not found", "apt install docker.io, for container deployments and tests"));
    }

    private static Finding dockerEngine() {
        ToolRun run = ToolRun.of("docker", "version", "--format", "{{.Server.Version}}");
        return run.succeeded()
                ? Finding.ok("Docker engine", run.firstLine())
                : Finding.missing(
                        "Docker engine",
                        run.output()
                                .lines()
                                .filter(line -> !line.isBlank() && !line.startsWith("<"))
                                .findFirst()
                                .orElse("no answer"),
                        "start it (systemctl start docker), or set DOCKER_HOST to one that runs");
    }

    private static Finding openDds() {
        Optional<Path> root = Optional.ofNullable(System.getenv("DDS_ROOT"))
                .filter(name -> !name.isBlank())
                .map(Path::of);
        if (root.isEmpty()) {
            return Finding.missing(
                    "OpenDDS",
                    "DDS_ROOT is not set",
                    "build OpenDDS with Java (configure --java) and set DDS_ROOT to it");
        }
        Path jar = root.get().resolve("lib").resolve("OpenDDS_DCPS.jar");
        return Files.isReadable(jar)
                ? Finding.ok("OpenDDS", root.get().toString())
                : Finding.missing(
                        "OpenDDS",
                        jar + " is not there",
                        "build OpenDDS there with its Java bindings (configure --java)");
    }
}
