package org.c4igateway.console.page;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.dbbridge.trail.MessageQueries;
import org.c4igateway.dbbridge.trail.OperatorActions;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** Messages sent and received, with their states. */
@Controller
final class MessagesPage {
    static final int ROWS = 50;

    private final NodeStatus node;
    private final CatalogueNames names;
    private final MessageQueries messages;
    private final OperatorActions actions;

    MessagesPage(NodeStatus node, CatalogueNames names, MessageQueries messages, OperatorActions actions) {
        this.node = node;
        this.names = names;
        this.messages = messages;
        this.actions = actions;
    }

    @GetMapping("/console/messages")
    String sent(@RequestParam Map<String, String> fields, HttpServletRequest request, Model model) {
        SearchForm searchForm = show(fields, model);
        model.addAttribute("page", messages.sent(searchForm.search(names, Preferences.zone(request)), ROWS));
        return "messages";
    }

    @GetMapping("/console/messages/received")
    String received(@RequestParam Map<String, String> fields, HttpServletRequest request, Model model) {
        SearchForm searchForm = show(fields, model);
        model.addAttribute("page", messages.received(searchForm.search(names, Preferences.zone(request)), ROWS));
        return "received";
    }

    private static SearchForm show(Map<String, String> fields, Model model) {
        SearchForm searchForm = SearchForm.of(fields);
        model.addAttribute("asked", searchForm);
        model.addAttribute("states", SearchForm.STATES);
        model.addAttribute("precedences", Precedence.values());
        model.addAttribute("lookedAt", MessageQueries.MAX_LOOKED_AT);
        return searchForm;
    }

    /** Redirects to the trail of the requested message, {@code SYSTEM/NUMBER} or the number alone. */
    @GetMapping("/console/messages/find")
    String find(@RequestParam String identity) {
        String[] parts = identity.strip().split("[/\\s]+", 2);
        String origin = parts.length == 2 ? parts[0] : node.system().value();
        String number = parts[parts.length - 1];
        if (!SystemName.isValid(origin) || !number.matches("[0-9]{1,18}")) {
            return "redirect:/console/messages?unknown";
        }
        return "redirect:/console/messages/" + origin + "/" + number;
    }

    @GetMapping("/console/messages/{origin}/{sequence}")
    String trail(@PathVariable String origin, @PathVariable long sequence, Model model) {
        if (!SystemName.isValid(origin)) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        MessageId id = new MessageId(new SystemName(origin), sequence);
        model.addAttribute("id", id);
        if (id.origin().equals(node.system())) {
            model.addAttribute("sent", messages.sent(sequence).orElse(null));
            model.addAttribute("replays", actions.replaysOf(sequence, ROWS));
        } else {
            model.addAttribute("receivedAt", messages.receivedAt(id).orElse(null));
            model.addAttribute("received", messages.received(id).orElse(null));
        }
        return "trail";
    }
}
