package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Date;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs the program openssl; skipped without it. */
class SecurityCommandTest {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    @TempDir
    private Path directory;

    private CommandRun init(String... systems) {
        String[] arguments = new String[6 + systems.length];
        System.arraycopy(
                new String[] {"security", "init", "--domain", "7", "--directory", directory.toString()},
                0,
                arguments,
                0,
                6);
        for (int i = 0; i < systems.length; i++) {
            arguments[6 + i] = "--system=" + systems[i];
        }
        CommandRun run = CommandRun.of(arguments);
        assumeFalse(run.err().contains("openssl is needed"), "the program openssl is missing");
        return run;
    }

    private String read(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    @Test
    void givesEachSystemWhatItNeedsAndNothingElse() throws IOException {
        CommandRun run = init("ALPHA", "BRAVO=REPORT/-");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).contains("security.directory: " + directory.resolve("ALPHA"));
        try (var files = Files.list(directory.resolve("ALPHA"))) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "identity.pem",
                            "identity-key.pem",
                            "identity-ca.pem",
                            "permissions-ca.pem",
                            "governance.p7s",
                            "permissions.p7s");
        }
        assertThat(Files.getPosixFilePermissions(directory.resolve("ALPHA/identity-key.pem")))
                .isEqualTo(OWNER_ONLY);
        assertThat(Files.getPosixFilePermissions(directory.resolve("authority/identity-ca-key.pem")))
                .isEqualTo(OWNER_ONLY);
        assertThat(read("ALPHA/permissions.p7s")).contains("<topic>KMTF_*</topic>", "CN=ALPHA,O=C4I laboratory");
        assertThat(read("BRAVO/permissions.p7s")).doesNotContain("KMTF_*").contains("<id>7</id>", "C4I_RECEIPT");
    }

    @Test
    void keepsWhatIsThereWhenItAddsASystem() throws IOException {
        assertThat(init("ALPHA").status()).isZero();
        String identity = read("ALPHA/identity.pem");
        String authority = read("ALPHA/identity-ca.pem");

        assertThat(init("CHARLIE").status()).isZero();

        assertThat(read("ALPHA/identity.pem")).isEqualTo(identity);
        assertThat(read("CHARLIE/identity-ca.pem")).isEqualTo(authority);
    }

    @Test
    void renewsAnIdentityWithItsKey() throws Exception {
        assertThat(init("ALPHA").status()).isZero();
        String key = read("ALPHA/identity-key.pem");
        String authority = read("ALPHA/identity-ca.pem");
        X509Certificate before = certificate("ALPHA/identity.pem");

        assertThat(CommandRun.of("security", "init", "--directory=" + directory, "--system=ALPHA", "--days=500")
                        .status())
                .isZero();

        X509Certificate renewed = certificate("ALPHA/identity.pem");
        assertThat(daysBetween(before.getNotAfter(), renewed.getNotAfter())).isBetween(134L, 136L);
        assertThat(renewed.getPublicKey()).isEqualTo(before.getPublicKey());
        assertThat(read("ALPHA/identity-key.pem")).isEqualTo(key);
        assertThat(read("ALPHA/identity-ca.pem")).isEqualTo(authority);
        renewed.verify(certificate("ALPHA/identity-ca.pem").getPublicKey());
    }

    /** A year later nobody remembers what a system may do. */
    @Test
    void keepsRightsAndDomainWhenItRenews() throws IOException {
        assertThat(init("ALPHA", "BRAVO=REPORT/-").status()).isZero();
        String before = rights("BRAVO");

        CommandRun renewal = CommandRun.of(
                "security", "init", "--directory=" + directory, "--system=ALPHA", "--system=BRAVO", "--days=500");

        assertThat(renewal.status()).as(renewal.err()).isZero();
        assertThat(renewal.out()).contains("BRAVO: rights as before");
        assertThat(read("BRAVO/permissions.p7s")).doesNotContain("KMTF_*").contains("<id>7</id>");
        assertThat(read("ALPHA/permissions.p7s")).contains("<id>7</id>");
        assertThat(read("ALPHA/governance.p7s")).contains("<id>7</id>");
        assertThat(rights("BRAVO")).isNotEqualTo(before).isEqualTo(withValidityOf("BRAVO", before));

        assertThat(init("BRAVO=REPORT,ORDER/-").out())
                .contains("BRAVO: RIGHTS CHANGED: writes ORDER,REPORT, reads none");
        assertThat(init("BRAVO=REPORT,ORDER/-").out()).contains("BRAVO: rights as before");
    }

    private String rights(String system) throws IOException {
        return read("authority/permissions-" + system + ".xml");
    }

    private String withValidityOf(String system, String document) throws IOException {
        String present = rights(system);
        String validity = "(?s).*(<validity>.*</validity>).*";
        return document.replaceFirst("<validity>.*</validity>", present.replaceFirst(validity, "$1"));
    }

    @Test
    void keepsAGovernanceThatWasChangedByHand() throws IOException {
        assertThat(init("ALPHA").status()).isZero();
        Path governance = directory.resolve("authority/governance.xml");
        Files.writeString(governance, Files.readString(governance).replace(">SIGN<", ">ENCRYPT<"));

        assertThat(init("BRAVO").status()).isZero();

        assertThat(read("BRAVO/governance.p7s")).contains("<rtps_protection_kind>ENCRYPT</rtps_protection_kind>");
    }

    @Test
    void refusesToRenewRightsWithoutAValidity() throws IOException {
        assertThat(init("ALPHA").status()).isZero();
        Path rights = directory.resolve("authority/permissions-ALPHA.xml");
        Files.writeString(rights, rights("ALPHA").replaceFirst("<validity>.*</validity>", ""));

        CommandRun renewal = init("ALPHA");

        assertThat(renewal.status()).isEqualTo(2);
        assertThat(renewal.err()).contains("permissions-ALPHA.xml has no <validity>");
    }

    @Test
    void refusesAnotherDomainThanThatOfTheGovernance() {
        assertThat(init("ALPHA").status()).isZero();

        CommandRun other =
                CommandRun.of("security", "init", "--directory=" + directory, "--system=BRAVO", "--domain=8");

        assertThat(other.status()).isEqualTo(2);
        assertThat(other.err()).contains("governance.xml is for domain 7, not for 8");
        assertThat(directory.resolve("BRAVO")).doesNotExist();
    }

    /** As it was made for as many days as identities, by earlier releases. */
    @Test
    void renewsAnAuthorityThatEndsBeforeWhatItSigns() throws Exception {
        assertThat(init("ALPHA").status()).isZero();
        X509Certificate before = certificate("ALPHA/identity-ca.pem");

        assertThat(CommandRun.of("security", "init", "--directory=" + directory, "--system=BRAVO", "--days=4000")
                        .status())
                .isZero();

        X509Certificate renewed = certificate("BRAVO/identity-ca.pem");
        assertThat(renewed.getNotAfter()).isAfter(before.getNotAfter());
        assertThat(renewed.getSubjectX500Principal()).isEqualTo(before.getSubjectX500Principal());
        certificate("ALPHA/identity.pem").verify(renewed.getPublicKey());
        certificate("BRAVO/identity.pem").verify(before.getPublicKey());
    }

    private X509Certificate certificate(String file) throws Exception {
        try (InputStream in = Files.newInputStream(directory.resolve(file))) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static long daysBetween(Date from, Date to) {
        return Duration.between(from.toInstant(), to.toInstant()).toDays();
    }

    @Test
    void refusesWrongNamesClassesAndNumbers() {
        assertThat(init("alpha").err()).contains("'alpha' is not a system name");
        assertThat(init("ALPHA=CHAT").err()).contains("'CHAT' is not a topic class");
        assertThat(CommandRun.of(
                                "security", "init", "--directory", directory.toString(), "--system", "A", "--days", "0")
                        .status())
                .isEqualTo(2);
        assertThat(CommandRun.of("security").err()).contains("name an action");
    }
}
