package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.DdsSecurity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class CredentialHealthTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Instant CERTIFICATE_ENDS = Instant.parse("2126-10-28T22:04:25Z");
    private static final String SUBJECT = "CN=TEST,O=C4I laboratory";
    private static final String CERTIFICATE = """
            -----BEGIN CERTIFICATE-----
            MIIBqDCCAU2gAwIBAgIUXF9A3a0ZycNfNcLv+220+UvITd4wCgYIKoZIzj0EAwIw
            KDEXMBUGA1UECgwOQzRJIGxhYm9yYXRvcnkxDTALBgNVBAMMBFRFU1QwIBcNMjYx
            MTIxMjIwNDI1WhgPMjEyNjEwMjgyMjA0MjVaMCgxFzAVBgNVBAoMDkM0SSBsYWJv
            cmF0b3J5MQ0wCwYDVQQDDARURVNUMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
            DWqXqrN4NmtUrgxL8iFXpVDuVRqY2pIbI8OkcYS5sPfYt1rMGf8W1Ngx3aJflnLu
            QiD9peOf5lBo+g0jwVSCaaNTMFEwHQYDVR0OBBYEFEJTGeZJTwtr/4VivqzdJZua
            FOmbMB8GA1UdIwQYMBaAFEJTGeZJTwtr/4VivqzdJZuaFOmbMA8GA1UdEwEB/wQF
            MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAIVYb3X/F937/TJy0qmWuDnP7RJRBuS7
            oIJZof2gpW8HAiEAjHUceGIFuZhTir7G0lM5o7cmZtNVK9+j26P+UEDmjc4=
            -----END CERTIFICATE-----
            """;

    private static Health healthOf(Map<String, Instant> ends) {
        return new CredentialHealth(ends, MONTH, () -> NOW).health();
    }

    @Test
    void isUpWithTheEndsAsDetails() {
        Instant later = NOW.plus(Duration.ofDays(300));
        Health health = healthOf(Map.of("identity", later));
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).isEqualTo(Map.of("identity", later));
    }

    @Test
    void warnsBeforeTheEnd() {
        Health health = healthOf(Map.of("permissions", NOW.plus(Duration.ofDays(12))));
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).containsEntry("permissions warning", "expires in 12 days");
    }

    @Test
    void isDownWhenOneHasExpired() {
        Health health =
                healthOf(Map.of("identity", NOW.minusSeconds(1), "permissions", NOW.plus(MONTH.multipliedBy(2))));
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).containsEntry("identity problem", "expired");
    }

    @Test
    void showsTheEndsAsMetrics() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        new CredentialHealth(Map.of("permissions", NOW), MONTH, () -> NOW).bindTo(meters);
        assertThat(meters.get("c4i.credential.end.seconds")
                        .tags("transport", "dds", "credential", "permissions")
                        .gauge()
                        .value())
                .isEqualTo((double) NOW.getEpochSecond());
    }

    @Test
    void refusesFilesThatAreMissingOrWhoseTimeIsOver(@TempDir Path directory) throws IOException {
        DdsSecurity files = DdsSecurity.in(directory);
        for (Path each : new Path[] {files.certificate(), files.identityCa(), files.permissionsCa()}) {
            Files.writeString(each, CERTIFICATE);
        }
        Files.writeString(files.permissions(), permissions(grant(SUBJECT, "2031-02-03T04:05:06")));
        Files.writeString(files.governance(), "rules");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> Credentials.check(files, NOW))
                .withMessageContaining("c4i.transports.dds.security.directory: " + files.privateKey());

        Files.writeString(files.privateKey(), "key");
        Credentials.check(files, NOW);

        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> Credentials.check(files, Instant.parse("2031-02-03T04:05:07Z")))
                .withMessageContaining("the validity of permissions has ended at 2031-02-03T04:05:06Z");
    }

    @Test
    void readsTheEndsFromTheFiles(@TempDir Path directory) throws IOException {
        DdsSecurity files = DdsSecurity.in(directory);
        for (Path each : new Path[] {files.certificate(), files.identityCa(), files.permissionsCa()}) {
            Files.writeString(each, CERTIFICATE);
        }
        Files.writeString(files.permissions(), permissions(grant(SUBJECT, "2031-02-03T04:05:06")));
        assertThat(Credentials.ends(files))
                .isEqualTo(Map.of(
                        "identity", CERTIFICATE_ENDS,
                        "identity-ca", CERTIFICATE_ENDS,
                        "permissions-ca", CERTIFICATE_ENDS,
                        "permissions", Instant.parse("2031-02-03T04:05:06Z")));

        Files.writeString(files.permissions(), permissions("<grant/>"));
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> Credentials.ends(files))
                .withMessageContaining("security.directory")
                .withMessageContaining("permissions.p7s");
    }

    /** One document for all systems, as DDS Security allows. */
    @Test
    void judgesTheGrantOfItsOwnIdentity(@TempDir Path directory) throws IOException {
        DdsSecurity files = files(directory);
        String ended = grant("CN=OTHER,O=C4I laboratory", "2029-01-01T00:00:00Z");
        Files.writeString(files.permissions(), permissions(ended, grant(SUBJECT, "2031-02-03T04:05:06Z"), ended));

        Credentials.check(files, NOW);
        assertThat(healthOf(Credentials.ends(files)).getStatus()).isEqualTo(Status.UP);

        Files.writeString(
                files.permissions(),
                permissions(
                        grant("CN=OTHER,O=C4I laboratory", "2031-01-01T00:00:00Z"),
                        grant(SUBJECT, "2029-02-03T04:05:06Z")));
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> Credentials.check(files, NOW))
                .withMessageContaining("the validity of permissions has ended at 2029-02-03T04:05:06Z");
    }

    @ParameterizedTest
    @CsvSource({
        "2099-01-01T00:00:00, 2099-01-01T00:00:00Z",
        "2099-01-01T00:00:00Z, 2099-01-01T00:00:00Z",
        "2099-01-01T00:00:00.000+09:00, 2098-12-31T15:00:00Z",
        "2099-01-01T00:00:00.5-05:30, 2099-01-01T05:30:00.500Z"
    })
    void readsEveryFormOfTime(String written, Instant end, @TempDir Path directory) throws IOException {
        DdsSecurity files = files(directory);

        Files.writeString(files.permissions(), permissions(grant("/O=C4I laboratory/CN=TEST", " " + written + " ")));

        assertThat(Credentials.ends(files)).containsEntry("permissions", end);
    }

    /** The earliest, as with a name whose parts are spelled in a way that only the library knows. */
    @Test
    void takesTheEarliestEndWhenNoGrantNamesTheIdentity(@TempDir Path directory) throws IOException {
        DdsSecurity files = files(directory);

        Files.writeString(
                files.permissions(),
                permissions(grant("CN=A", "2033-01-01T00:00:00Z"), grant("CN=B", "2032-01-01T00:00:00Z")));

        assertThat(Credentials.ends(files)).containsEntry("permissions", Instant.parse("2032-01-01T00:00:00Z"));
    }

    private static DdsSecurity files(Path directory) throws IOException {
        DdsSecurity files = DdsSecurity.in(directory);
        for (Path each : new Path[] {files.certificate(), files.identityCa(), files.permissionsCa()}) {
            Files.writeString(each, CERTIFICATE);
        }
        Files.writeString(files.governance(), "rules");
        Files.writeString(files.privateKey(), "key");
        return files;
    }

    private static String grant(String subject, String end) {
        return "<grant name=\"A\"><subject_name>" + subject + "</subject_name><validity>"
                + "<not_before>2028-01-01T00:00:00</not_before><not_after>" + end + "</not_after></validity></grant>";
    }

    /** As OpenSSL signs it. */
    private static String permissions(String... grants) {
        return """
                MIME-Version: 1.0
                Content-Type: multipart/signed; boundary="----1"

                This is an S/MIME signed message

                ------1
                Content-Type: text/plain

                <?xml version="1.0" encoding="UTF-8"?>
                <dds><permissions>
                %s
                </permissions></dds>

                ------1
                Content-Type: application/x-pkcs7-signature; name="smime.p7s"

                MIIC
                ------1--
                """.formatted(String.join("\n", grants)).replace("\n", "\r\n");
    }
}
