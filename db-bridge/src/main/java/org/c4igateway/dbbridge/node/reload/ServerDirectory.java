package org.c4igateway.dbbridge.node.reload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/** One directory for the web servers of all candidates, which serve nothing; else each would leave two behind. */
final class ServerDirectory implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {
    private final Path directory;

    ServerDirectory() {
        try {
            directory = Files.createTempDirectory("c4i-check");
            directory.toFile().deleteOnExit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setBaseDirectory(directory.toFile());
        factory.setDocumentRoot(directory.toFile());
    }

    /** After what the configuration says. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
