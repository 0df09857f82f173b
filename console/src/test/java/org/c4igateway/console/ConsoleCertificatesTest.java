package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users who log in by a client certificate, over real TLS. */
@Tag("slow")
class ConsoleCertificatesTest extends ConsoleFixture {
    private static final String SECRET = "store-secret";
    private static final String KIM = "CN=kim, OU=J3, O=Corps";

    @TempDir
    static Path directory;

    @Override
    String[] settings() throws IOException, InterruptedException {
        key("server", "CN=localhost");
        key("kim", KIM);
        key("lee", "CN=lee,OU=J3,O=Corps");
        key("stranger", KIM); // the same subject, by nobody whom the server trusts
        trust("users.p12", "kim");
        trust("users.p12", "lee");
        return Stream.concat(
                        tls().stream(),
                        Stream.of(
                                "c4i.console.users.kim.certificate=cn=KIM,ou=J3,o=Corps",
                                "c4i.console.users.kim.role=operator"))
                .toArray(String[]::new);
    }

    private static List<String> tls() {
        return List.of(
                "server.ssl.key-store=" + directory.resolve("server.p12"),
                "server.ssl.key-store-password=" + SECRET,
                "server.ssl.trust-store=" + directory.resolve("users.p12"),
                "server.ssl.trust-store-password=" + SECRET,
                "server.ssl.client-auth=want");
    }

    @Test
    void letsAUserInByCertificateAndRecordsIt() throws Exception {
        HttpResponse<String> answer = get("/console/actions", "kim");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("kim");
        assertThat(database.column("SELECT actor FROM c4i.console_login WHERE result = 'accepted'"))
                .contains("kim");
    }

    @Test
    void showsTheLoginPageToTheCertificateOfNoUserAndToNobody() throws Exception {
        for (String who : List.of("lee", "")) {
            HttpResponse<String> answer = get("/console", who);

            assertThat(answer.statusCode()).isEqualTo(302);
            assertThat(answer.headers().firstValue("Location").orElse("")).endsWith("/console/login");
        }
    }

    /** Somebody sets the cookie of the login page in the browser of a user, and sends it a form with the token. */
    @Test
    void takesNoFormForALoginByCertificate() throws Exception {
        HttpResponse<String> page = get("/console/login", "");
        String cookie = page.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        Matcher token = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"").matcher(page.body());
        assertThat(token.find()).isTrue();
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(context("kim")).build()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(secure() + "/console/act/replay"))
                            .header("Accept", "text/html")
                            .header("Cookie", cookie)
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(HttpRequest.BodyPublishers.ofString("_csrf="
                                    + URLEncoder.encode(token.group(1), StandardCharsets.UTF_8) + "&outbound=1"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(302);
            assertThat(answer.headers().firstValue("Location").orElse("")).endsWith("/console/login");
        }
    }

    @Test
    void refusesACertificateOfAnotherAuthorityWithTheSubjectOfAUser() {
        assertThatThrownBy(() -> get("/console", "stranger")).isInstanceOf(IOException.class);
    }

    @Test
    void hasNoPasswordForAUserWithACertificateOnly() throws Exception {
        HttpResponse<String> answer = get("/console/login", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        Browser browser = new Browser(secure(), context(""));

        HttpResponse<String> refused = browser.logIn("kim", "");

        assertThat(refused.headers().firstValue("Location").orElse("")).endsWith("/console/login?refused");
    }

    @Test
    void startsOnlyWhenTheServerAsksForCertificatesOfAnAuthorityThatIsNamed() {
        String kim = "c4i.console.users.kim.certificate=" + KIM;
        assertRefused("server.ssl.client-auth", kim);
        List<String> trustingAll = new ArrayList<>(tls());
        trustingAll.removeIf(setting -> setting.startsWith("server.ssl.trust"));
        trustingAll.add(kim);
        assertRefused("server.ssl.trust-certificate", trustingAll.toArray(String[]::new));
        assertRefused("c4i.console.users.kim.certificate", "c4i.console.users.kim.certificate=kim");
        List<String> twice = new ArrayList<>(tls());
        twice.add(kim);
        twice.add("c4i.console.users.other.certificate=" + KIM);
        assertRefused(".certificate", twice.toArray(String[]::new));
    }

    private void assertRefused(String key, String... settings) {
        assertThatThrownBy(() -> ConsoleNode.start(database, settings).close())
                .hasStackTraceContaining("GW-101")
                .hasStackTraceContaining(key);
    }

    private String secure() {
        return node.base().replace("http:", "https:");
    }

    private HttpResponse<String> get(String path, String who) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(context(who)).build()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(secure() + path))
                            .header("Accept", "text/html")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    /** @param who whose certificate is shown; empty: none */
    private static SSLContext context(String who) throws GeneralSecurityException, IOException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store("server.p12"));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(who.isEmpty() ? null : store(who + ".p12"), SECRET.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static KeyStore store(String file) throws GeneralSecurityException, IOException {
        return KeyStore.getInstance(directory.resolve(file).toFile(), SECRET.toCharArray());
    }

    private static void key(String name, String subject) throws IOException, InterruptedException {
        keytool(
                name + ".p12",
                name,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                subject,
                "-validity",
                "2",
                "-ext",
                "san=ip:127.0.0.1");
    }

    private static void trust(String store, String name) throws IOException, InterruptedException {
        String file = directory.resolve(name + ".pem").toString();
        keytool(name + ".p12", name, "-exportcert", "-rfc", "-file", file);
        keytool(store, name, "-importcert", "-noprompt", "-file", file);
    }

    private static void keytool(String store, String alias, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-keystore",
                directory.resolve(store).toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                SECRET,
                "-alias",
                alias));
        command.addAll(List.of(arguments));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
    }
}
