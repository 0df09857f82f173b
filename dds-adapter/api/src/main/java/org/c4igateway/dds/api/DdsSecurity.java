package org.c4igateway.dds.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Files of DDS Security 1.1: identity of the participant, trusted authorities and permissions. Given to the provider by
 * path; only the provider reads the private key.
 *
 * @param identityCa certificate of the authority that signs identities, PEM
 * @param certificate identity of this participant, PEM
 * @param privateKey key of that identity, PEM
 * @param permissionsCa certificate of the authority that signs governance and permissions, PEM
 * @param governance rules of the domain, signed (S/MIME)
 * @param permissions what this participant may do, signed (S/MIME)
 */
public record DdsSecurity(
        Path identityCa, Path certificate, Path privateKey, Path permissionsCa, Path governance, Path permissions) {
    public DdsSecurity {
        Objects.requireNonNull(identityCa);
        Objects.requireNonNull(certificate);
        Objects.requireNonNull(privateKey);
        Objects.requireNonNull(permissionsCa);
        Objects.requireNonNull(governance);
        Objects.requireNonNull(permissions);
    }

    /** @return the files that {@code ./c4i security init} makes for one system in one directory */
    public static DdsSecurity in(Path directory) {
        return new DdsSecurity(
                directory.resolve("identity-ca.pem"),
                directory.resolve("identity.pem"),
                directory.resolve("identity-key.pem"),
                directory.resolve("permissions-ca.pem"),
                directory.resolve("governance.p7s"),
                directory.resolve("permissions.p7s"));
    }
}
