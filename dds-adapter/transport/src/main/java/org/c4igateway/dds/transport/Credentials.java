package org.c4igateway.dds.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.DdsSecurity;

/** Reads until when the files of DDS Security are valid. */
final class Credentials {
    private static final Pattern NOT_AFTER = Pattern.compile("<not_after>\\s*([0-9T:-]{19})Z?\\s*</not_after>");

    private Credentials() {}

    /**
     * Reads the files.
     *
     * @return end of validity by name: identity, identity-ca, permissions-ca, permissions
     * @throws GatewayException.Fatal when a file cannot be read or holds no validity
     */
    static Map<String, Instant> ends(DdsSecurity security) {
        Map<String, Instant> ends = new LinkedHashMap<>();
        ends.put("identity", certificate(security.certificate()));
        ends.put("identity-ca", certificate(security.identityCa()));
        ends.put("permissions-ca", certificate(security.permissionsCa()));
        ends.put("permissions", permissions(security.permissions()));
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

    private static Instant certificate(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            X509Certificate certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return certificate.getNotAfter().toInstant();
        } catch (IOException | CertificateException | ClassCastException e) {
            throw fault(file, e);
        }
    }

    /** The earliest end of all grants. */
    private static Instant permissions(Path file) {
        try {
            Matcher matcher = NOT_AFTER.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            Instant earliest = Instant.MAX;
            while (matcher.find()) {
                Instant end = LocalDateTime.parse(matcher.group(1)).toInstant(ZoneOffset.UTC);
                earliest = end.isBefore(earliest) ? end : earliest;
            }
            if (earliest.equals(Instant.MAX)) {
                throw new IOException("no <not_after>");
            }
            return earliest;
        } catch (IOException | DateTimeException e) {
            throw fault(file, e);
        }
    }

    private static GatewayException.Fatal fault(Path file, Exception e) {
        return DdsSettings.fault(
                "security.directory", file + " cannot be used: " + e, "Make it with './c4i security init'.");
    }
}
