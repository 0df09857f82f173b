package org.c4igateway.dbbridge.node.reload;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Accepted;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Postponed;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Refused;
import org.c4igateway.dbbridge.node.reload.ReloadResult.WentBack;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tells a program on this host what a reload would change, or reloads. Closed to all others: a request comes from an
 * address of this host, names one, has passed no proxy, and has a header that no web page can send unasked.
 */
@RestController
public final class ReloadEndpoint {
    /** Where it is. */
    public static final String PATH = "/actuator/configuration";
    /** A request without this header is refused. */
    public static final String HEADER = "C4I-Request";

    private static final Set<String> OF_PROXIES = Set.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "Via");

    private final NodeReload reload;

    public ReloadEndpoint(NodeReload reload) {
        this.reload = reload;
    }

    @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Map<String, Object>> compare(HttpServletRequest request) {
        return answer(request, true);
    }

    @PostMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Map<String, Object>> apply(HttpServletRequest request) {
        return answer(request, false);
    }

    @GetMapping(path = PATH, produces = MediaType.TEXT_PLAIN_VALUE)
    ResponseEntity<String> comparePlain(HttpServletRequest request) {
        return plain(request, true);
    }

    @PostMapping(path = PATH, produces = MediaType.TEXT_PLAIN_VALUE)
    ResponseEntity<String> applyPlain(HttpServletRequest request) {
        return plain(request, false);
    }

    private ResponseEntity<Map<String, Object>> answer(HttpServletRequest request, boolean dryRun) {
        if (!isOfThisHost(request)) {
            return ResponseEntity.status(HttpStatus.NOT_FOUND).build();
        }
        ReloadResult result = reload.reload("request of an operator", dryRun);
        return ResponseEntity.status(status(result)).body(fields(result, dryRun));
    }

    private ResponseEntity<String> plain(HttpServletRequest request, boolean dryRun) {
        if (!isOfThisHost(request)) {
            return ResponseEntity.status(HttpStatus.NOT_FOUND).build();
        }
        ReloadResult result = reload.reload("request of an operator", dryRun);
        return ResponseEntity.status(status(result)).body(String.join("\n", lines(result, dryRun)) + "\n");
    }

    private static HttpStatus status(ReloadResult result) {
        return switch (result) {
            case Accepted _ -> HttpStatus.OK;
            case Refused _, WentBack _ -> HttpStatus.UNPROCESSABLE_CONTENT;
            case Postponed _ -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    }

    static boolean isOfThisHost(HttpServletRequest request) {
        return request.getHeader(HEADER) != null
                && OF_PROXIES.stream().allMatch(name -> request.getHeader(name) == null)
                && isOwn(request.getRemoteAddr(), request)
                && isOwn(request.getServerName(), request);
    }

    /** Names are not looked up: the name of another host may lead here. */
    private static boolean isOwn(String host, HttpServletRequest request) {
        String address = host.replaceAll("[\\[\\]]", "");
        if (address.equals("localhost") || address.equals(request.getLocalAddr())) {
            return true;
        }
        try {
            return address.matches("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")
                    && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static List<String> lines(ReloadResult result, boolean dryRun) {
        List<String> lines = new ArrayList<>();
        switch (result) {
            case Accepted accepted -> {
                String verb = dryRun ? "would be applied" : "applied";
                accepted.applied().forEach(change -> lines.add(change + " (" + verb + ")"));
                String renewed = dryRun ? "renews the data path" : "applied, the data path was renewed";
                accepted.renewed().forEach(change -> lines.add(change + " (" + renewed + ")"));
                accepted.needRestart().forEach(change -> lines.add(change + " (needs restart)"));
                if (!accepted.why().isEmpty()) {
                    lines.add(ErrorCode.RESTART_NEEDED.code() + " nothing is applied: " + accepted.why());
                }
                if (lines.isEmpty()) {
                    lines.add("no difference");
                }
            }
            case Refused refused -> {
                lines.add(ErrorCode.CONFIGURATION_REFUSED.code() + " " + refused.problem());
                lines.add(refused.remedy());
                lines.add("The node continues with its present configuration.");
            }
            case WentBack wentBack -> {
                String code = ErrorCode.RENEWAL_FAILED.code();
                lines.add(code + " the data path does not open: " + wentBack.problem());
                lines.add(wentBack.remedy());
                wentBack.tried().forEach(change -> lines.add(change + " (tried)"));
                lines.add("The node continues with its present configuration.");
            }
            case Postponed(String why) -> lines.add("not now: " + why);
        }
        return lines;
    }

    private static Map<String, Object> fields(ReloadResult result, boolean dryRun) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("dryRun", dryRun);
        fields.put("result", result.label());
        switch (result) {
            case Accepted accepted -> {
                fields.put("applied", changes(accepted.applied()));
                fields.put("renewed", changes(accepted.renewed()));
                fields.put("needRestart", changes(accepted.needRestart()));
                fields.put("why", accepted.why());
            }
            case Refused refused -> {
                fields.put("code", ErrorCode.CONFIGURATION_REFUSED.code());
                fields.put("problem", refused.problem());
                fields.put("remedy", refused.remedy());
            }
            case WentBack wentBack -> {
                fields.put("code", ErrorCode.RENEWAL_FAILED.code());
                fields.put("problem", wentBack.problem());
                fields.put("remedy", wentBack.remedy());
                fields.put("tried", changes(wentBack.tried()));
            }
            case Postponed(String why) -> fields.put("why", why);
        }
        return fields;
    }

    private static List<Map<String, String>> changes(List<ConfigurationChange> changes) {
        return changes.stream()
                .map(change -> Map.of("key", change.key(), "before", change.before(), "after", change.after()))
                .toList();
    }
}
