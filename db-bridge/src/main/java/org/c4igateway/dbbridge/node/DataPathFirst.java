package org.c4igateway.dbbridge.node;

import java.time.Duration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;

/**
 * Context of a running node: its data path opens before the web server with its pages is built, because rows wait and
 * pages do not.
 */
final class DataPathFirst extends AnnotationConfigServletWebServerApplicationContext {
    /** Health must answer soon, whatever the data path waits for. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @Override
    protected void onRefresh() {
        NodeLifecycle node = getBean(NodeLifecycle.class);
        node.begin();
        node.awaitPath(PATIENCE);
        super.onRefresh();
    }
}
