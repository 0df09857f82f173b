package org.c4igateway.console.page;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.c4igateway.console.access.Role;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.jspecify.annotations.Nullable;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** What stands around every page: whose node it is, who looks, and how the page is lit. */
@ControllerAdvice
final class PageFrame {
    private final NodeStatus node;

    PageFrame(NodeStatus node) {
        this.node = node;
    }

    @ModelAttribute
    void frame(Model model, HttpServletRequest request, @Nullable Principal user) {
        model.addAttribute("node", node);
        model.addAttribute("theme", Preferences.theme(request));
        model.addAttribute("path", request.getRequestURI());
        model.addAttribute("user", user == null ? "" : user.getName());
        model.addAttribute("operator", request.isUserInRole(Role.OPERATOR.name()));
    }
}
