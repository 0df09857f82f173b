package org.c4igateway.dds.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.DdsSecurity;
import org.c4igateway.dds.transport.credential.PermissionsDocument;

/** Reads until when the files of DDS Security are valid. */
final class Credentials {
    private Credentials() {}

    /**
     * Reads the files.
     *
     * @return end of validity by name: identity, identity-ca, permissions-ca, and permissions: of the identity's grant
     * @throws GatewayException.Fatal when a file cannot be read or holds no validity
     */
    static Map<String, Instant> ends(DdsSecurity security) {
        Map<String, Instant> ends = new LinkedHashMap<>();
        X509Certificate identity = certificate(security.certificate());
        ends.put("identity", end(identity));
        ends.put("identity-ca", end(certificate(security.identityCa())));
        ends.put("permissions-ca", end(certificate(security.permissionsCa())));
        ends.put("permissions", permissions(security.permissions(), identity));
        return ends;
    }

    /**
     * Reads the files, and checks that the library can read the others.
     *
     * @throws GatewayException.Fatal naming the file that is missing or not valid now
     */
    static void check(DdsSecurity security, Instant now) {
        for (Path file : List.of(security.privateKey(), security.governance())) {
            if (!Files.isReadable(file)) {
                throw fault(file, new NoSuchFileException("it cannot be read"));
            }
        }
        ends(security).forEach((name, end) -> {
            if (now.isAfter(end)) {
                throw DdsSettings.fault(
                        "security.directory",
                        "the validity of " + name + " has ended at " + end + ", and it is "
                                + now.truncatedTo(ChronoUnit.SECONDS),
                        "Renew it with './c4i security init', or correct the clock.");
            }
        });
    }

    private static X509Certificate certificate(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (IOException | CertificateException | ClassCastException e) {
            throw fault(file, e);
        }
    }

    private static Instant end(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant();
    }

    /** A document may hold the grants of other systems as well. */
    private static Instant permissions(Path file, X509Certificate identity) {
        try {
            return PermissionsDocument.read(Files.readAllBytes(file)).end(identity.getSubjectX500Principal());
        } catch (IOException | IllegalArgumentException e) {
            throw fault(file, e);
        }
    }

    private static GatewayException.Fatal fault(Path file, Exception e) {
        return DdsSettings.fault(
                "security.directory", file + " cannot be used: " + e, "Make it with './c4i security init'.");
    }
}
