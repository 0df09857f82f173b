package org.c4igateway.console.page;

import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.console.access.ConsoleAccess;
import org.c4igateway.dbbridge.trail.OperatorActions;
import org.c4igateway.dbbridge.trail.ReplayChoice;
import org.c4igateway.dbbridge.trail.ReplayChoice.Source;
import org.c4igateway.dbbridge.trail.ReplayLine;
import org.c4igateway.dbbridge.trail.ReplayVerdict;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** Sends chosen messages and dead letters again, after it has shown what that would do. For operators only. */
@Controller
final class ReplayPage {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayPage.class);
    /** A page lists fewer. */
    private static final int MAX_CHOSEN = 500;

    private final OperatorActions actions;

    ReplayPage(OperatorActions actions) {
        this.actions = actions;
    }

    /**
     * What was chosen.
     *
     * @param message numbers of messages of this system
     * @param letter numbers of dead letters
     * @param again also to who has it
     * @param expired also what has expired
     */
    record Chosen(List<Long> message, List<Long> letter, boolean again, boolean expired) {
        List<ReplayChoice> choices() {
            if (message.isEmpty() == letter.isEmpty() || message.size() + letter.size() > MAX_CHOSEN) {
                throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
            }
            List<ReplayChoice> choices = new ArrayList<>();
            if (letter.isEmpty()) {
                choices.add(ReplayChoice.of(Source.ROWS, message, again, expired));
            } else {
                choices.add(ReplayChoice.of(Source.SENT_LETTERS, letter, again, expired));
                choices.add(ReplayChoice.of(Source.RECEIVED_LETTERS, letter, false, false));
            }
            return choices;
        }
    }

    @ModelAttribute("chosen")
    Chosen chosen(
            @RequestParam(defaultValue = "") List<Long> message,
            @RequestParam(defaultValue = "") List<Long> letter,
            @RequestParam(defaultValue = "false") boolean again,
            @RequestParam(defaultValue = "false") boolean expired) {
        return new Chosen(message, letter, again, expired);
    }

    @GetMapping(ConsoleAccess.ACTIONS + "replay")
    String plan(@ModelAttribute("chosen") Chosen chosen, Model model) {
        List<ReplayLine> lines = chosen.message().isEmpty() && chosen.letter().isEmpty()
                ? List.of()
                : actions.planReplay(chosen.choices());
        model.addAttribute("lines", lines);
        model.addAttribute(
                "count",
                lines.stream().filter(line -> line.verdict().isAction()).count());
        return "replay";
    }

    @PostMapping(ConsoleAccess.ACTIONS + "replay")
    String replay(@ModelAttribute("chosen") Chosen chosen, @RequestParam String reason, Principal operator) {
        List<ReplayLine> lines = actions.replay(chosen.choices(), ActionsPage.signature(operator, reason));
        long done = lines.stream().filter(line -> line.verdict().isAction()).count();
        LOG.info("Operator {} sends {} of {} rows again: {}", operator.getName(), done, lines.size(), chosen);
        return "redirect:/console/actions?outcome=" + outcome(lines);
    }

    private static String outcome(List<ReplayLine> lines) {
        Set<ReplayVerdict> verdicts = lines.stream().map(ReplayLine::verdict).collect(Collectors.toSet());
        if (verdicts.contains(ReplayVerdict.REPLAY)) {
            return ActionsPage.AGAIN;
        }
        return verdicts.stream().anyMatch(ReplayVerdict::isAction) ? ActionsPage.BACK : ActionsPage.NOTHING;
    }
}
