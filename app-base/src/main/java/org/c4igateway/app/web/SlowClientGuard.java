package org.c4igateway.app.web;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Keeps clients that send or read slowly from holding up others, health above all. Goes with the settings of {@code
 * server.tomcat} in the defaults of each service: a thread of its own for each request, and few and small connections.
 */
public final class SlowClientGuard implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    private static final String SMALL = "2048";

    @Override
    public void customize(TomcatServletWebServerFactory server) {
        server.addEngineValves(new RequestPlaces(System::nanoTime));
        server.addConnectorCustomizers(connector -> {
            var _ = connector.setProperty("socket.appReadBufSize", SMALL);
            var _ = connector.setProperty("socket.appWriteBufSize", SMALL);
        });
    }
}
