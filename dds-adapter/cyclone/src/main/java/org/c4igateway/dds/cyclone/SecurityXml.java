package org.c4igateway.dds.cyclone;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.dds.api.DdsSecurity;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.cyclone.library.LibraryFile;
import org.c4igateway.dds.cyclone.library.LibraryFlavour;

/** Writes the security part of a Cyclone domain's configuration. The plugins lie beside the library. */
final class SecurityXml {
    private SecurityXml() {}

    static void append(StringBuilder xml, DdsSecurity security) {
        xml.append("<Security><Authentication>");
        plugin(xml, "auth", "authentication");
        file(xml, "IdentityCA", security.identityCa());
        file(xml, "IdentityCertificate", security.certificate());
        file(xml, "PrivateKey", security.privateKey());
        xml.append("</Authentication><AccessControl>");
        plugin(xml, "ac", "access_control");
        file(xml, "PermissionsCA", security.permissionsCa());
        file(xml, "Governance", security.governance());
        file(xml, "Permissions", security.permissions());
        xml.append("</AccessControl><Cryptographic>");
        plugin(xml, "crypto", "crypto");
        xml.append("</Cryptographic></Security>");
    }

    /** @throws DdsUnavailableException naming the plugin that is not beside the library */
    static void requirePlugins(Path library) {
        for (String plugin : List.of("auth", "ac", "crypto")) {
            Path file = library.resolveSibling("libdds_security_" + plugin + ".so");
            if (!Files.isReadable(file)) {
                throw new DdsUnavailableException(
                        "DDS Security is configured, and its plugin cannot be read: " + file,
                        "Build library and plugins with './c4i security library' in a source tree.");
            }
        }
    }

    private static void plugin(StringBuilder xml, String library, String function) {
        Path directory = new LibraryFile(System.getenv(), System.getProperties())
                .resolve(LibraryFlavour.SECURE)
                .toAbsolutePath()
                .getParent();
        xml.append("<Library path=\"%s\" initFunction=\"init_%s\" finalizeFunction=\"finalize_%s\"/>"
                .formatted(CycloneXml.escape(directory + "/libdds_security_" + library + ".so"), function, function));
    }

    private static void file(StringBuilder xml, String name, Path path) {
        CycloneXml.element(xml, name, "file:" + path.toAbsolutePath());
    }
}
