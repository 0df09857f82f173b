package org.c4igateway.console.page;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.LocaleResolver;

/** The switches for language, theme and zone of times, kept in cookies. */
@Controller
final class Preferences {
    static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.KOREAN);
    static final String LANGUAGE_COOKIE = "c4i-language";
    static final String THEME_COOKIE = "c4i-theme";
    static final String ZONE_COOKIE = "c4i-zone";
    static final Duration KEPT = Duration.ofDays(365);
    static final List<String> THEMES = List.of("auto", "light", "dark");

    private final LocaleResolver locales;

    Preferences(LocaleResolver locales) {
        this.locales = locales;
    }

    /** The theme that the request's cookie names. */
    static String theme(HttpServletRequest request) {
        return cookie(request, THEME_COOKIE).filter(THEMES::contains).orElse(THEMES.getFirst());
    }

    /** The zone that the request's cookie names, else UTC. */
    static ZoneId zone(HttpServletRequest request) {
        return cookie(request, ZONE_COOKIE).flatMap(Preferences::zone).orElse(ZoneOffset.UTC);
    }

    private static Optional<ZoneId> zone(String id) {
        try {
            return Optional.of(ZoneId.of(id));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> cookie(HttpServletRequest request, String name) {
        return request.getCookies() == null
                ? Optional.empty()
                : Arrays.stream(request.getCookies())
                        .filter(cookie -> cookie.getName().equals(name))
                        .map(Cookie::getValue)
                        .findFirst();
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
        keep(THEME_COOKIE, chosen, request, response);
        return back(request);
    }

    /** The zone of times; a browser that runs the page's script names its own. */
    @PostMapping("/console/zone")
    String zone(@RequestParam String to, HttpServletRequest request, HttpServletResponse response) {
        ZoneId chosen = zone(to).orElse(ZoneOffset.UTC);
        keep(ZONE_COOKIE, chosen.equals(ZoneOffset.UTC) ? "UTC" : chosen.getId(), request, response);
        return back(request);
    }

    private static void keep(String name, String value, HttpServletRequest request, HttpServletResponse response) {
        ResponseCookie cookie = ResponseCookie.from(name, value)
                .path("/console")
                .httpOnly(true)
                .sameSite("Strict")
                .secure(request.isSecure())
                .maxAge(KEPT)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }

    /** Redirects to the page with the switch, but only to pages of the console with a short address: views are kept. */
    private static String back(HttpServletRequest request) {
        String page = request.getParameter("page");
        return "redirect:"
                + (page != null && page.matches("/console(/[A-Za-z0-9][A-Za-z0-9._-]{0,63}){0,4}") ? page : "/console");
    }
}
