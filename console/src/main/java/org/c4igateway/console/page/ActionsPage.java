package org.c4igateway.console.page;

import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.console.access.ConsoleAccess;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageLog;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.dbbridge.trail.ActionLine;
import org.c4igateway.dbbridge.trail.LoginLog;
import org.c4igateway.dbbridge.trail.MessageQueries;
import org.c4igateway.dbbridge.trail.OperatorActions;
import org.c4igateway.dbbridge.trail.OperatorActions.EndState;
import org.c4igateway.dbbridge.trail.OperatorActions.Outcome;
import org.c4igateway.dbbridge.trail.OperatorActions.Refusal;
import org.c4igateway.dbbridge.trail.OperatorActions.Signature;
import org.c4igateway.dbbridge.trail.Page;
import org.c4igateway.dbbridge.trail.SentMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/**
 * Actions of operators with their log, and logins. Each action has a reason and redirects to the page that shows its
 * result.
 */
@Controller
final class ActionsPage {
    static final int ROWS = 50;

    /** Rows were submitted again. */
    static final String AGAIN = "again";

    /** Dead letters of what arrived were put back before the inbox, and nothing was submitted again. */
    static final String BACK = "back";

    /** Nothing was sent again. */
    static final String NOTHING = "nothing";

    /** Results of an action, as the address of the next page names them. */
    static final Set<String> OUTCOMES = Stream.concat(
                    Stream.of("done", AGAIN, BACK, NOTHING),
                    Stream.of(Refusal.values()).map(ActionsPage::word))
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> SENDS_AGAIN = Set.of("replay", "readmit");

    private static final Logger LOG = LoggerFactory.getLogger(ActionsPage.class);

    private final NodeStatus node;
    private final MessageQueries messages;
    private final OperatorActions actions;
    private final LoginLog logins;

    ActionsPage(NodeStatus node, MessageQueries messages, OperatorActions actions, LoginLog logins) {
        this.node = node;
        this.messages = messages;
        this.actions = actions;
        this.logins = logins;
    }

    @GetMapping("/console/actions")
    String log(
            @RequestParam(defaultValue = "" + Long.MAX_VALUE) long before,
            @RequestParam(defaultValue = "") String outcome,
            Principal user,
            Model model) {
        Page<ActionLine> page = actions.log(before, ROWS);
        boolean sentAgain = outcome.equals(AGAIN) || outcome.equals(BACK);
        model.addAttribute("page", page);
        model.addAttribute("again", sentAgain ? statesOfLast(page.rows(), user.getName()) : Map.of());
        model.addAttribute("logins", logins.page(Long.MAX_VALUE, ROWS));
        return "actions";
    }

    /** States of what the user sent again last, with their counts. What was done at once has one instant. */
    private static Map<String, Long> statesOfLast(List<ActionLine> lines, String user) {
        List<ActionLine> own = lines.stream()
                .filter(line -> line.actor().equals(user) && SENDS_AGAIN.contains(line.action()))
                .toList();
        return own.stream()
                .filter(line -> line.at().equals(own.getFirst().at()))
                .flatMap(line -> line.result().stream())
                .collect(Collectors.groupingBy(ActionLine.Result::state, TreeMap::new, Collectors.counting()));
    }

    /** Shows what an ending would do, and asks for the reason. Changes nothing. */
    @GetMapping(ConsoleAccess.ACTIONS + "end")
    String confirm(
            @RequestParam long sequence, @RequestParam String destination, @RequestParam EndState ending, Model model) {
        SentMessage message = messages.sent(sequence)
                .filter(sent -> sent.destinations().contains(destination))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("sent", message);
        model.addAttribute("destination", destination);
        model.addAttribute("ending", ending);
        model.addAttribute("waits", message.pending().contains(destination));
        return "end";
    }

    @PostMapping(ConsoleAccess.ACTIONS + "end")
    String end(
            @RequestParam long sequence,
            @RequestParam String destination,
            @RequestParam EndState ending,
            @RequestParam String reason,
            Principal operator) {
        if (sequence < 1 || !SystemName.isValid(destination)) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
        }
        Outcome outcome = actions.end(sequence, destination, ending, signature(operator, reason));
        MessageLog.about(new MessageId(node.system(), sequence), LOG.atInfo())
                .log("Operator {} ends {} for {} ({}): {}", operator.getName(), sequence, destination, ending, outcome);
        return "redirect:/console/messages/" + node.system() + "/" + sequence + "?" + word(outcome);
    }

    static Signature signature(Principal operator, String reason) {
        try {
            return new Signature(operator.getName(), reason);
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> "outcome=done";
            case Outcome.Refused refused -> "outcome=" + word(refused.why());
        };
    }

    private static String word(Refusal refusal) {
        return refusal.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
