package org.c4igateway.console.page;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.console.access.Role;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.ModelAndView;

/** The frame of every page: the node's system, the user, theme and zone of times, and the result of the last action. */
@ControllerAdvice
final class PageFrame {
    private static final Logger LOG = LoggerFactory.getLogger(PageFrame.class);

    /** Each page has a text of its name, {@code nav./topics}. */
    private static final List<String> PAGES =
            List.of("", "/topics", "/peers", "/topology", "/messages", "/dead-letters", "/actions");

    private final NodeStatus node;
    private final CatalogueNames names;

    PageFrame(NodeStatus node, CatalogueNames names) {
        this.node = node;
        this.names = names;
    }

    @ModelAttribute
    void frame(Model model, HttpServletRequest request, @Nullable Principal user) {
        model.addAttribute("node", node);
        model.addAttribute("shards", shards());
        model.addAttribute("pages", PAGES);
        model.addAttribute("times", new InstantText(Preferences.zone(request)));
        model.addAttribute("localZone", ZoneId.systemDefault().getId());
        model.addAttribute("names", names);
        model.addAttribute("theme", Preferences.theme(request));
        model.addAttribute("path", request.getRequestURI());
        model.addAttribute("here", here(request.getRequestURI()));
        model.addAttribute("user", user == null ? "" : user.getName());
        model.addAttribute("operator", request.isUserInRole(Role.OPERATOR.name()));
        String outcome = request.getParameter("outcome");
        model.addAttribute("outcome", ActionsPage.OUTCOMES.contains(String.valueOf(outcome)) ? outcome : null);
    }

    /** @return numbers of the shards that this node serves, and how many there are; null when there is one */
    private @Nullable Shards shards() {
        List<NodeStatus.ShardStatus> all = node.shards();
        String served = all.stream()
                .filter(NodeStatus.ShardStatus::serving)
                .map(shard -> Integer.toString(shard.number()))
                .collect(Collectors.joining(", "));
        return all.size() > 1 ? new Shards(served.isEmpty() ? "–" : served, all.size()) : null;
    }

    /** What the frame tells of a divided outbox. */
    record Shards(String served, int count) {}

    /** The database does not answer, or refuses the query. The details go to the log, not to the page. */
    @ExceptionHandler(GatewayException.class)
    ModelAndView withoutDatabase(GatewayException fault) {
        LOG.warn("The console gets no answer from the database: {}", fault.getMessage());
        ModelAndView page = new ModelAndView("error");
        page.setStatus(HttpStatus.SERVICE_UNAVAILABLE);
        page.addObject("status", HttpStatus.SERVICE_UNAVAILABLE.value());
        return page;
    }

    /** The page of the frame that a path belongs to. */
    private static String here(String path) {
        return PAGES.stream()
                .filter(page -> !page.isEmpty() && path.startsWith("/console" + page))
                .findFirst()
                .orElse("");
    }
}
