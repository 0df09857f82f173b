package org.c4igateway.console.page;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.c4igateway.console.watch.Absences;
import org.c4igateway.console.watch.AttentionList;
import org.c4igateway.console.watch.LastHour;
import org.c4igateway.console.watch.NodeWatch;
import org.c4igateway.console.watch.StaleWhileRefresh;
import org.c4igateway.console.watch.StaleWhileRefresh.Reading;
import org.c4igateway.console.watch.WanGatewayStatuses;
import org.c4igateway.dbbridge.ledger.FindingLine;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.dbbridge.node.reload.NodeReload;
import org.c4igateway.dbbridge.trail.DeadLetterReader;
import org.c4igateway.dbbridge.trail.LoginLog;
import org.c4igateway.dbbridge.trail.MessageQueries;
import org.c4igateway.dbbridge.trail.OperatorActions;
import org.c4igateway.dbbridge.trail.TrafficCounts;
import org.c4igateway.dbbridge.trail.TrafficReader;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.i18n.CookieLocaleResolver;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.spring6.templateresolver.SpringResourceTemplateResolver;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;

/** Wires the pages: templates, languages, files beside them, and what each page asks. */
@Configuration(proxyBeanMethods = false)
public class ConsolePages implements WebMvcConfigurer {
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration FRESH_TRAFFIC = Duration.ofSeconds(5);

    /** Spring creates it. */
    public ConsolePages() {}

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        CacheControl anHour = CacheControl.maxAge(Duration.ofHours(1)).cachePrivate();
        registry.addResourceHandler("/console/assets/**")
                .addResourceLocations("classpath:/console/assets/")
                .setCacheControl(anHour);
        registry.addResourceHandler("/console/lib/**")
                .addResourceLocations("classpath:/META-INF/resources/webjars/")
                .setCacheControl(anHour)
                .resourceChain(false); // its cache has no bound, and a name can be written in many ways
    }

    @Bean
    ThymeleafViewResolver consoleViews(ApplicationContext context, MessageSource messageSource) {
        SpringResourceTemplateResolver templates = new SpringResourceTemplateResolver();
        templates.setApplicationContext(context);
        templates.setPrefix("classpath:/console/templates/");
        templates.setSuffix(".html");
        templates.setCharacterEncoding(StandardCharsets.UTF_8.name());
        SpringTemplateEngine engine = new SpringTemplateEngine();
        engine.setEnableSpringELCompiler(true);
        engine.setTemplateResolver(templates);
        engine.setTemplateEngineMessageSource(messageSource);
        ThymeleafViewResolver views = new ThymeleafViewResolver();
        views.setTemplateEngine(engine);
        views.setCharacterEncoding(StandardCharsets.UTF_8.name());
        return views;
    }

    @Bean
    MessageSource messageSource() {
        ResourceBundleMessageSource texts = new ResourceBundleMessageSource();
        texts.setBasename("console.text.messages");
        texts.setDefaultEncoding(StandardCharsets.UTF_8.name());
        texts.setFallbackToSystemLocale(false);
        return texts;
    }

    /** What the user chose, else what his browser asks for, else English. */
    @Bean
    LocaleResolver localeResolver() {
        CookieLocaleResolver cookie = new CookieLocaleResolver(Preferences.LANGUAGE_COOKIE) {
            // Texts are kept for each language that occurs: let none occur but those that there are.
            @Override
            protected @Nullable Locale parseLocaleValue(String value) {
                return Preferences.LANGUAGES.stream()
                        .filter(known -> known.toLanguageTag().equals(value))
                        .findFirst()
                        .orElse(null);
            }
        };
        cookie.setCookieHttpOnly(true);
        cookie.setCookieSameSite("Strict");
        cookie.setCookieMaxAge(Preferences.KEPT);
        cookie.setRejectInvalidCookies(false);
        cookie.setDefaultLocaleFunction(ConsolePages::asked);
        return cookie;
    }

    @Bean
    Preferences preferences(LocaleResolver locales) {
        return new Preferences(locales);
    }

    @Bean
    CatalogueNames catalogueNames(NodeStatus node) {
        return new CatalogueNames(node::catalogue);
    }

    @Bean
    PageFrame pageFrame(NodeStatus node, CatalogueNames names) {
        return new PageFrame(node, names);
    }

    @Bean
    OverviewPage overviewPage(
            NodeReload reload,
            StaleWhileRefresh<LedgerSnapshot> ledger,
            StaleWhileRefresh<List<FindingLine>> findings,
            AttentionList attention,
            LastHour lastHour) {
        return new OverviewPage(reload, ledger, findings, attention, lastHour);
    }

    @Bean
    Absences absences() {
        return new Absences();
    }

    @Bean
    LastHour lastHour() {
        return new LastHour();
    }

    @Bean
    AttentionList attentionList(NodeStatus node, MeterRegistry meters, InstantSource clock, Absences absences) {
        return new AttentionList(node, meters, clock, absences);
    }

    @Bean
    NodeWatch nodeWatch(
            NodeStatus node,
            StaleWhileRefresh<LedgerSnapshot> ledger,
            InstantSource clock,
            Absences absences,
            LastHour lastHour) {
        return new NodeWatch(
                node,
                () -> Optional.of(ledger.read())
                        .filter(reading -> !reading.late())
                        .flatMap(Reading::value),
                clock,
                absences,
                lastHour);
    }

    @Bean
    StaleWhileRefresh<LedgerSnapshot> freshLedger(LedgerReader reader) {
        return new StaleWhileRefresh<>(reader::snapshot, FRESH, System::nanoTime);
    }

    @Bean
    StaleWhileRefresh<List<FindingLine>> freshFindings(LedgerReader reader) {
        return new StaleWhileRefresh<>(reader::findings, FRESH_TRAFFIC, System::nanoTime);
    }

    @Bean
    StaleWhileRefresh<TrafficCounts> freshTraffic(TrafficReader reader) {
        return new StaleWhileRefresh<>(reader::read, FRESH_TRAFFIC, System::nanoTime);
    }

    @Bean
    TopicsPage topicsPage(NodeStatus node, StaleWhileRefresh<TrafficCounts> traffic) {
        return new TopicsPage(node, traffic);
    }

    @Bean
    PeersPage peersPage(NodeStatus node, StaleWhileRefresh<LedgerSnapshot> ledger, WanGatewayStatuses gateways) {
        return new PeersPage(node, ledger, gateways);
    }

    @Bean
    TopologyPage topologyPage(NodeStatus node, Absences absences, WanGatewayStatuses gateways, InstantSource clock) {
        return new TopologyPage(node, absences, gateways, clock);
    }

    @Bean
    MessagesPage messagesPage(NodeStatus node, CatalogueNames names, MessageQueries messages, OperatorActions actions) {
        return new MessagesPage(node, names, messages, actions);
    }

    @Bean
    DeadLettersPage deadLettersPage(DeadLetterReader letters) {
        return new DeadLettersPage(letters);
    }

    @Bean
    ActionsPage actionsPage(NodeStatus node, MessageQueries messages, OperatorActions actions, LoginLog logins) {
        return new ActionsPage(node, messages, actions, logins);
    }

    @Bean
    LogFiles logFiles(NodeStatus node, OperatorActions actions, LoginLog logins) {
        return new LogFiles(node, actions, logins);
    }

    @Bean
    ReplayPage replayPage(OperatorActions actions) {
        return new ReplayPage(actions);
    }

    @Bean
    LoginPage loginPage() {
        return new LoginPage();
    }

    @Bean(destroyMethod = "close")
    LiveFeed liveFeed() {
        return new LiveFeed();
    }

    private static Locale asked(HttpServletRequest request) {
        return request.getLocale().getLanguage().equals(Locale.KOREAN.getLanguage()) ? Locale.KOREAN : Locale.ENGLISH;
    }
}
