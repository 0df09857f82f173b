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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.TopicCatalogue;

/**
 * A certificate authority for a laboratory, in a directory: {@code authority/} holds its keys and stays on this
 * machine; each system gets a directory with only the files that a node needs. Keys, the governance and rights that
 * nobody told anew stay as they are, so that running it again adds systems, and renews the identities and permissions
 * of the systems named.
 */
public final class LabAuthority {
    private static final String AUTHORITY = "authority";
    /** Longer than identities, which are of no use without it. */
    private static final int AUTHORITY_DAYS = 3_650;

    private static final String FRESH = ".new";
    private static final String CURVE = "ec_paramgen_curve:P-256";
    private static final String GOVERNANCE = "governance";

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

    /** What became of the rights of a system. */
    public enum Rights {
        /** It had none before. */
        GIVEN,
        /** They are what they were, for longer. */
        KEPT,
        /** They differ from those before. */
        REPLACED
    }

    /**
     * Makes or completes the authority and the directories of the systems.
     *
     * @param domain DDS domain; empty for that of the governance that is there, or 0
     * @param now when validity begins
     * @return what became of the rights of each system
     * @throws SecuritySetupException when openssl is missing, files cannot be written, or the governance that is there
     *     is for another domain
     */
    public Map<SystemName, Rights> prepare(
            List<Grant> grants, OptionalInt domain, TopicCatalogue catalogue, Instant now)
            throws SecuritySetupException {
        try {
            Files.createDirectories(authority);
            Files.setPosixFilePermissions(authority, PosixFilePermissions.fromString("rwx------"));
            Instant until = now.plus(Duration.ofDays(days));
            certificateAuthority("identity-ca", "C4I laboratory identities", until);
            certificateAuthority("permissions-ca", "C4I laboratory permissions", until);
            int governed = governance(domain);
            Map<SystemName, Rights> rights = new LinkedHashMap<>();
            for (Grant grant : grants) {
                rights.put(grant.system(), system(grant, governed, catalogue, now));
            }
            return rights;
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

    /**
     * Signs the governance that is there, which may have been changed by hand, or a first one.
     *
     * @return its domain
     */
    private int governance(OptionalInt wanted) throws SecuritySetupException, IOException {
        Path file = authority.resolve(GOVERNANCE + ".xml");
        if (!Files.isRegularFile(file)) {
            write(file, SecurityDocuments.governance(wanted.orElse(0)));
        }
        OptionalInt present = SecurityDocuments.domain(Files.readString(file));
        if (present.isEmpty() && wanted.isEmpty()) {
            throw new SecuritySetupException(file + " names no single domain; give it with --domain");
        }
        int domain = wanted.orElseGet(present::getAsInt);
        if (present.isPresent() && present.getAsInt() != domain) {
            throw new SecuritySetupException(file + " is for domain " + present.getAsInt() + ", not for " + domain
                    + "; use another directory, or change that file");
        }
        sign(GOVERNANCE);
        return domain;
    }

    private Rights system(Grant grant, int domain, TopicCatalogue catalogue, Instant now)
            throws SecuritySetupException, IOException {
        String name = grant.system().value();
        Path directory = Files.createDirectories(root.resolve(name));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        identity(name, directory);
        String document = "permissions-" + name;
        Instant until = now.plus(Duration.ofDays(days));
        Path file = authority.resolve(document + ".xml");
        String before = Files.isRegularFile(file) ? Files.readString(file) : "";
        String same = SecurityDocuments.valid(before, now, until);
        boolean keeps = !before.isEmpty() && !grant.told();
        if (keeps && !SecurityDocuments.hasValidity(before)) {
            throw new SecuritySetupException(
                    file + " has no <validity> that could be renewed; correct it, or give " + name + " its rights");
        }
        String next = keeps ? same : SecurityDocuments.permissions(grant, domain, now, until, catalogue);
        write(file, next);
        sign(document);
        copy(document + ".p7s", directory.resolve("permissions.p7s"));
        for (String shared : List.of("identity-ca.pem", "permissions-ca.pem", GOVERNANCE + ".p7s")) {
            copy(shared, directory.resolve(shared));
        }
        if (before.isEmpty()) {
            return Rights.GIVEN;
        }
        return next.equals(same) ? Rights.KEPT : Rights.REPLACED;
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

    private static void write(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + FRESH);
        Files.writeString(fresh, text);
        replace(fresh, file);
    }

    private static void replace(Path fresh, Path file) throws IOException {
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
