package org.c4igateway.console.page;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The login page. */
@Controller
final class LoginPage {
    @GetMapping("/console/login")
    String show() {
        return "login";
    }
}
