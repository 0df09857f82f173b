package org.c4igateway.dds.api.cdr;

import java.util.Objects;

/**
 * One member of a wire struct, for providers that build the type at run time.
 *
 * @param name name in the IDL
 * @param kind type in the IDL
 * @param key whether it is part of the instance key; key members come first
 */
public record WireMember(String name, Kind kind, boolean key) {
    public WireMember {
        Objects.requireNonNull(name);
        Objects.requireNonNull(kind);
    }

    /** The IDL types in use. */
    public enum Kind {
        /** {@code string}, unbounded. */
        STRING,
        /** {@code octet}: not {@code uint8}, which never matches an {@code octet}. */
        OCTET,
        /** {@code long long}. */
        INT64,
        /** {@code unsigned long long}. */
        UINT64,
        /** {@code sequence<string>}. */
        STRINGS,
        /** {@code sequence<unsigned long long>}. */
        NUMBERS,
        /** {@code sequence<octet>}. */
        OCTETS
    }

    static WireMember key(String name, Kind kind) {
        return new WireMember(name, kind, true);
    }

    static WireMember plain(String name, Kind kind) {
        return new WireMember(name, kind, false);
    }
}
