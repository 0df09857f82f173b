package org.c4igateway.cli.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.c4igateway.topics.TopicCatalogue;

/**
 * A certificate authority for a laboratory, in a directory: {@code authority/} holds its keys and stays on this
 * machine; each system gets a directory with only the files that a node needs. Existing keys stay, so that running it
 * again adds systems, and renews the identities and permissions of the systems named.
 */
public final class LabAuthority {
    private static final String AUTHORITY = "authority";
    /** Longer than identities, which are of no use without it. */
    private static final int AUTHORITY_DAYS = 3_650;

    private static final String FRESH = ".new";
    private static final String CURVE = "ec_paramgen_curve:P-256";

    private final Path root;
    private final Path authority;
    private final OpenSsl openSsl;
    private final int days;

    /**
     * @param root where everything goes
     * @param days validity of the new credentials
     */
    public LabAuthority(Path root, int days) {
        this.root = root.toAbsolutePath();
        this.authority = this.root.resolve(AUTHORITY);
        this.openSsl = new OpenSsl(this.root);
        this.days = days;
    }

    /**
     * Makes or completes the authority and the directories of the systems.
     *
     * @param now when validity begins
     * @throws SecuritySetupException when openssl is missing or files cannot be written
     */
    public void prepare(List<Grant> grants, int domain, TopicCatalogue catalogue, Instant now)
            throws SecuritySetupException {
        try {
            Files.createDirectories(authority);
            Files.setPosixFilePermissions(authority, PosixFilePermissions.fromString("rwx------"));
            Instant until = now.plus(Duration.ofDays(days));
            certificateAuthority("identity-ca", "C4I laboratory identities", until);
            certificateAuthority("permissions-ca", "C4I laboratory permissions", until);
            Files.writeString(authority.resolve("governance.xml"), SecurityDocuments.governance(domain));
            sign("governance");
            for (Grant grant : grants) {
                system(grant, domain, catalogue, now);
            }
        } catch (IOException e) {
            throw new SecuritySetupException("cannot write below " + root + ": " + e.getMessage());
        }
    }

    /** Its certificate is renewed, with its key, when it would end before what it signs. */
    private void certificateAuthority(String name, String commonName, Instant until)
            throws SecuritySetupException, IOException {
        Path certificate = authority.resolve(name + ".pem");
        if (!Files.isRegularFile(certificate)) {
            key(authority.resolve(name + "-key.pem"));
        } else if (!end(certificate).isBefore(until)) {
            return;
        }
        Path fresh = authority.resolve(name + FRESH);
        openSsl.run(
                "req",
                "-x509",
                "-new",
                "-sha256",
                "-key",
                authority.resolve(name + "-key.pem").toString(),
                "-subj",
                "/O=C4I laboratory/CN=" + commonName,
                "-days",
                Integer.toString(Math.max(days, AUTHORITY_DAYS)),
                "-out",
                fresh.toString());
        replace(fresh, certificate);
    }

    private static Instant end(Path certificate) throws SecuritySetupException, IOException {
        try (InputStream in = Files.newInputStream(certificate)) {
            return ((X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in))
                    .getNotAfter()
                    .toInstant();
        } catch (CertificateException e) {
            throw new SecuritySetupException(certificate + " is not a certificate: " + e.getMessage());
        }
    }

    private void key(Path file) throws SecuritySetupException, IOException {
        openSsl.run("genpkey", "-algorithm", "EC", "-pkeyopt", CURVE, "-out", file.toString());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private void sign(String document) throws SecuritySetupException {
        openSsl.run(
                "smime",
                "-sign",
                "-text",
                "-in",
                authority.resolve(document + ".xml").toString(),
                "-signer",
                authority.resolve("permissions-ca.pem").toString(),
                "-inkey",
                authority.resolve("permissions-ca-key.pem").toString(),
                "-out",
                authority.resolve(document + ".p7s").toString());
    }

    private void system(Grant grant, int domain, TopicCatalogue catalogue, Instant now)
            throws SecuritySetupException, IOException {
        String name = grant.system().value();
        Path directory = Files.createDirectories(root.resolve(name));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        identity(name, directory);
        String document = "permissions-" + name;
        Instant until = now.plus(Duration.ofDays(days));
        Files.writeString(
                authority.resolve(document + ".xml"),
                SecurityDocuments.permissions(grant, domain, now, until, catalogue));
        sign(document);
        copy(document + ".p7s", directory.resolve("permissions.p7s"));
        for (String shared : List.of("identity-ca.pem", "permissions-ca.pem", "governance.p7s")) {
            copy(shared, directory.resolve(shared));
        }
    }

    private void identity(String name, Path directory) throws SecuritySetupException, IOException {
        Path request = authority.resolve("request-" + name + ".pem");
        Path key = directory.resolve("identity-key.pem");
        Path fresh = directory.resolve("identity" + FRESH);
        if (!Files.isRegularFile(key)) {
            key(key);
        }
        openSsl.run(
                "req",
                "-new",
                "-sha256",
                "-key",
                key.toString(),
                "-subj",
                "/O=C4I laboratory/CN=" + name,
                "-out",
                request.toString());
        openSsl.run(
                "x509",
                "-req",
                "-sha256",
                "-in",
                request.toString(),
                "-CA",
                authority.resolve("identity-ca.pem").toString(),
                "-CAkey",
                authority.resolve("identity-ca-key.pem").toString(),
                "-CAcreateserial",
                "-days",
                Integer.toString(days),
                "-out",
                fresh.toString());
        replace(fresh, directory.resolve("identity.pem"));
        Files.delete(request);
    }

    private void copy(String from, Path to) throws IOException {
        Path fresh = to.resolveSibling(to.getFileName() + FRESH);
        Files.copy(authority.resolve(from), fresh, StandardCopyOption.REPLACE_EXISTING);
        replace(fresh, to);
    }

    private static void replace(Path fresh, Path file) throws IOException {
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
