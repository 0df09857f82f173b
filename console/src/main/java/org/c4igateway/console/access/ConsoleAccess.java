package org.c4igateway.console.access;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.security.auth.x500.X500Principal;
import org.c4igateway.dbbridge.node.reload.ReloadEndpoint;
import org.c4igateway.dbbridge.trail.LoginLog;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.DefaultAuthenticationEventPublisher;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.annotation.web.configurers.RequestCacheConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsByNameServiceWrapper;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.ExceptionMappingAuthenticationFailureHandler;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationProvider;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/**
 * Access rules of the console: without a login only the login page, actions for operators only, all other paths
 * refused. Health and metrics are the same as without a console.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
public class ConsoleAccess {
    /** All content comes from the node itself; pages contain no inline script or style. */
    private static final String CONTENT = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final int AFTER_ENCODING = -100;

    /** Paths of actions begin with it. */
    public static final String ACTIONS = "/console/act/";

    /** Spring creates it. */
    public ConsoleAccess() {}

    /** @return those users; a password in clear is kept as its hash only */
    public static ConsoleUsers users(Map<String, ConsoleUser> users) {
        PasswordEncoder encoder = new BCryptPasswordEncoder();
        List<UserDetails> known = users.entrySet().stream()
                .map(user -> User.withUsername(user.getKey())
                        .password(hash(user.getValue(), encoder))
                        .roles(user.getValue().role().name())
                        .build())
                .toList();
        Map<X500Principal, String> certificates = new HashMap<>();
        users.forEach((name, user) -> {
            X500Principal subject = user.subject();
            if (subject != null) {
                certificates.put(subject, name);
            }
        });
        return new ConsoleUsers(known, certificates);
    }

    private static String hash(ConsoleUser user, PasswordEncoder encoder) {
        if (user.password().isEmpty()) {
            return Objects.requireNonNull(encoder.encode(UUID.randomUUID().toString())); // nobody knows it
        }
        return user.isHash()
                ? user.password().substring(ConsoleUser.BCRYPT.length())
                : Objects.requireNonNull(encoder.encode(user.password()));
    }

    @Bean
    PasswordEncoder consolePasswords() {
        return new BCryptPasswordEncoder();
    }

    /** Passwords, and certificates that the server has checked; it tells {@link LoginRecords}. */
    @Bean
    AuthenticationManager consoleLogins(
            ConsoleUsers users, PasswordEncoder consolePasswords, ApplicationEventPublisher events) {
        DaoAuthenticationProvider passwords = new DaoAuthenticationProvider(users);
        passwords.setPasswordEncoder(consolePasswords);
        PreAuthenticatedAuthenticationProvider certificates = new PreAuthenticatedAuthenticationProvider();
        certificates.setPreAuthenticatedUserDetailsService(new UserDetailsByNameServiceWrapper<>(users));
        ProviderManager logins =
                new ProviderManager(new ThrottledLogins(passwords, new LoginThrottle(System::nanoTime)), certificates);
        logins.setAuthenticationEventPublisher(new DefaultAuthenticationEventPublisher(events));
        return logins;
    }

    @Bean
    LoginRecords consoleLoginRecords(LoginLog log, ConsoleUsers users, MeterRegistry meters) {
        return new LoginRecords(log, users, meters);
    }

    @Bean
    SecurityFilterChain consoleChain(
            HttpSecurity http,
            AuthenticationManager consoleLogins,
            SessionLimits consoleSessions,
            ConsoleUsers consoleUsers) {
        ExceptionMappingAuthenticationFailureHandler refusals = new ExceptionMappingAuthenticationFailureHandler();
        refusals.setDefaultFailureUrl("/console/login?refused");
        refusals.setExceptionMappings(Map.of(LockedException.class.getName(), "/console/login?held"));
        refusals.setAllowSessionCreation(false);
        return http.authenticationManager(consoleLogins)
                .addFilterBefore(
                        new SessionWatch(consoleSessions, System::nanoTime, consoleUsers::generation),
                        SecurityContextHolderFilter.class)
                .addFilterBefore(
                        new CertificateLogins(consoleLogins, consoleUsers), UsernamePasswordAuthenticationFilter.class)
                // Requests of programs on this host: they carry a header that no page can send.
                .csrf(forms -> forms.csrfTokenRepository(new FormTokens()).ignoringRequestMatchers(ReloadEndpoint.PATH))
                // A login leads to the overview; to remember another page would take a session of who has none.
                .requestCache(RequestCacheConfigurer::disable)
                .authorizeHttpRequests(rules -> rules.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers("/actuator/**")
                        .permitAll()
                        .requestMatchers(HttpMethod.GET, "/console/login", "/console/assets/**", "/console/lib/**")
                        .permitAll()
                        .requestMatchers(HttpMethod.POST, "/console/language", "/console/theme", "/console/zone")
                        .permitAll()
                        .requestMatchers(ACTIONS + "**")
                        .hasRole(Role.OPERATOR.name())
                        .requestMatchers("/console", "/console/**")
                        .hasAnyRole(Role.VIEWER.name(), Role.OPERATOR.name())
                        .anyRequest()
                        .denyAll())
                .formLogin(form -> form.loginPage("/console/login")
                        .defaultSuccessUrl("/console", true)
                        .failureHandler(refusals))
                .logout(out -> out.logoutUrl("/console/logout").logoutSuccessUrl("/console/login"))
                .headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT))
                        .frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
                        .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.NO_REFERRER)))
                .build();
    }

    @Bean
    CookieSameSiteSupplier consoleCookie() {
        return CookieSameSiteSupplier.ofStrict();
    }

    /** Puts the chain in front of everything that the server serves. */
    @Bean
    DelegatingFilterProxyRegistrationBean consoleFilter() {
        DelegatingFilterProxyRegistrationBean filter =
                new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
        filter.setOrder(AFTER_ENCODING);
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
        return filter;
    }
}
