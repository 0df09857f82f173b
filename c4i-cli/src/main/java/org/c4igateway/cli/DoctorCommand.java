package org.c4igateway.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.Json;
import org.c4igateway.cli.database.DatabaseOptions;
import org.c4igateway.cli.doctor.Doctor;
import org.c4igateway.cli.doctor.Finding;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what the machine has and lacks, one line per check, by what needs it. */
@Command(
        name = "doctor",
        description = "Show what this machine has and lacks. Exit status 1 when the demo cannot run here.")
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            split = ",",
            defaultValue = "61616,8080",
            description = "TCP ports that a node would listen on; default: ${DEFAULT-VALUE}.")
    private List<Integer> ports = List.of();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        PrintWriter out = spec.commandLine().getOut();
        Doctor doctor = new Doctor(database.address(), ports);
        Map<Finding, Doctor.Purpose> found = new LinkedHashMap<>();
        for (Doctor.Purpose purpose : Doctor.Purpose.values()) {
            if (!json) {
                out.println("For " + purpose.title() + ":");
            }
            doctor.findings(purpose).forEach(finding -> {
                found.put(finding, purpose);
                if (!json) {
                    out.println(line(finding));
                }
            });
        }
        boolean demoRuns = found.keySet().stream().noneMatch(Finding::blocksDemo);
        if (json) {
            out.println(Json.write(Map.of(
                    "demo_runs",
                    demoRuns,
                    "findings",
                    found.entrySet().stream()
                            .map(each -> fields(each.getKey(), each.getValue()))
                            .toList())));
        } else {
            out.println(demoRuns ? "The demo can run here." : "The demo cannot run here; see the lines marked !");
        }
        return demoRuns ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private static String line(Finding finding) {
        return String.format(
                "%-7s%s %-20s  %s%s",
                finding.status().name().toLowerCase(Locale.ROOT),
                finding.blocksDemo() ? "!" : " ",
                finding.name(),
                finding.detail(),
                finding.remedy().isEmpty() ? "" : " \u2014 " + finding.remedy());
    }

    private static Map<String, Object> fields(Finding finding, Doctor.Purpose purpose) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("status", finding.status().name().toLowerCase(Locale.ROOT));
        fields.put("name", finding.name());
        fields.put("detail", finding.detail());
        fields.put("remedy", finding.remedy());
        fields.put("purpose", purpose.name().toLowerCase(Locale.ROOT));
        fields.put("needed_by_demo", finding.neededByDemo());
        return fields;
    }
}
