package org.c4igateway.dbbridge.node;

import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;

/**
 * Context of a running node: its data path starts while the web server with its pages is still being built, because
 * rows wait and pages do not.
 */
final class DataPathFirst extends AnnotationConfigServletWebServerApplicationContext {
    @Override
    protected void onRefresh() {
        getBean(NodeLifecycle.class).begin();
        super.onRefresh();
    }
}
