package org.c4igateway.jms.tls;

import java.util.Map;
import javax.net.ssl.SSLContext;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.remoting.impl.ssl.DefaultSSLContextFactory;
import org.apache.activemq.artemis.spi.core.remoting.ssl.SSLContextConfig;

/**
 * Gives connectors of the client library the context of their {@link TlsIdentity}; those without one read their files,
 * as ever. The library has no other way to pass a context to a connector: it finds this class as a service.
 */
public final class IdentityContexts extends DefaultSSLContextFactory {
    @Override
    public SSLContext getSSLContext(SSLContextConfig files, Map<String, Object> parameters) throws Exception {
        return parameters.get(TransportConstants.SSL_CONTEXT_PROP_NAME) instanceof TlsIdentity identity
                ? identity.outgoing()
                : super.getSSLContext(files, parameters);
    }

    /** Above the library's own. */
    @Override
    public int getPriority() {
        return super.getPriority() + 1;
    }
}
