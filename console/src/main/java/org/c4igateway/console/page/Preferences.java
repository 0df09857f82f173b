package org.c4igateway.console.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.LocaleResolver;

/** The switches for language and theme, kept in cookies. */
@Controller
final class Preferences {
    static final String LANGUAGE_COOKIE = "c4i-language";
    static final String THEME_COOKIE = "c4i-theme";
    static final Duration KEPT = Duration.ofDays(365);
    static final List<String> THEMES = List.of("auto", "light", "dark");

    private final LocaleResolver locales;

    Preferences(LocaleResolver locales) {
        this.locales = locales;
    }

    /** The theme that the request's cookie names. */
    static String theme(HttpServletRequest request) {
        return request.getCookies() == null
                ? THEMES.getFirst()
                : Arrays.stream(request.getCookies())
                        .filter(cookie -> cookie.getName().equals(THEME_COOKIE) && THEMES.contains(cookie.getValue()))
                        .map(cookie -> cookie.getValue())
                        .findFirst()
                        .orElse(THEMES.getFirst());
    }

    @PostMapping("/console/language")
    String language(@RequestParam String to, HttpServletRequest request, HttpServletResponse response) {
        Locale chosen = to.equals(Locale.KOREAN.getLanguage()) ? Locale.KOREAN : Locale.ENGLISH;
        locales.setLocale(request, response, chosen);
        return back(request);
    }

    @PostMapping("/console/theme")
    String theme(@RequestParam String to, HttpServletRequest request, HttpServletResponse response) {
        String chosen = THEMES.contains(to) ? to : THEMES.getFirst();
        ResponseCookie cookie = ResponseCookie.from(THEME_COOKIE, chosen)
                .path("/console")
                .httpOnly(true)
                .sameSite("Strict")
                .secure(request.isSecure())
                .maxAge(KEPT)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
        return back(request);
    }

    /** Redirects to the page with the switch, but only to pages of the console. */
    private static String back(HttpServletRequest request) {
        String page = request.getParameter("page");
        return "redirect:" + (page != null && page.matches("/console(/[a-z-]+)?") ? page : "/console");
    }
}
