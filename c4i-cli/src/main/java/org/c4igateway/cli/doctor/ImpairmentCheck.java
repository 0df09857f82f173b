package org.c4igateway.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.tool.ToolRun;

/**
 * What the network laboratory can impair links with. Queue disciplines and nft rules are tried inside a network
 * namespace that ends with the trial, so nothing outside changes.
 */
final class ImpairmentCheck implements Check {
    private static final String NAMESPACES = "allow user namespaces (sysctl user.max_user_namespaces), or run as root";

    @Override
    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(tool("ip", "iproute2"));
        findings.add(tool("tc", "iproute2"));
        findings.add(tool("nft", "nftables"));
        boolean namespaces = ToolRun.of("unshare", "-Urn", "true").succeeded();
        findings.add(
                namespaces
                        ? Finding.ok("network namespaces", "can be created")
                        : Finding.missing("network namespaces", "unshare -Urn is refused", NAMESPACES));
        if (namespaces && ToolRun.find("tc").isPresent()) {
            findings.add(queueDiscipline("netem", "netem delay 1ms", "loss, delay, jitter, duplication, reordering"));
            findings.add(queueDiscipline("tbf", "tbf rate 1mbit burst 1600 latency 50ms", "link rates"));
        }
        if (namespaces && ToolRun.find("nft").isPresent()) {
            findings.add(nftLoss());
        }
        findings.add(tunDevice());
        return findings;
    }

    private static Finding tool(String program, String aptPackage) {
        return ToolRun.find(program)
                .map(path -> Finding.ok(program, path.toString()))
                .orElseGet(
                        () -> Finding.missing(program, "not found", "apt install " + aptPackage + " (Debian, Ubuntu)"));
    }

    private static Finding queueDiscipline(String kind, String arguments, String use) {
        ToolRun run = ToolRun.of(
                "unshare", "-Urn", "sh", "-c", "PATH=$PATH:/usr/sbin:/sbin tc qdisc add dev lo root " + arguments);
        return run.succeeded()
                ? Finding.ok("sch_" + kind, "the kernel has it, for " + use)
                : Finding.missing(
                        "sch_" + kind,
                        run.firstLine(),
                        "load a kernel with it (Debian, Ubuntu: modprobe sch_" + kind
                                + "); else the lab uses another driver");
    }

    private static Finding nftLoss() {
        String rule = "nft 'table inet c4i_probe { chain c { numgen random mod 10 < 1 drop; }\n}'";
        ToolRun run = ToolRun.of("unshare", "-Urn", "sh", "-c", "PATH=$PATH:/usr/sbin:/sbin " + rule);
        return run.succeeded()
                ? Finding.ok("nft numgen", "the kernel has it, for loss")
                : Finding.missing("nft numgen", run.firstLine(), "load a kernel with nf_tables and nft_numgen");
    }

    private static Finding tunDevice() {
        Path device = Path.of("/dev/net/tun");
        return Files.exists(device)
                ? Finding.ok("TUN device", device.toString())
                : Finding.missing("TUN device", device + " is missing", "modprobe tun");
    }
}
