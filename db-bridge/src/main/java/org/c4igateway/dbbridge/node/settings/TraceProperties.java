package org.c4igateway.dbbridge.node.settings;

import org.c4igateway.app.trace.TraceSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which messages a node follows and where their traces go, {@code c4i.traces} in the YAML file.
 *
 * @param traces settings
 */
@ConfigurationProperties("c4i")
public record TraceProperties(@DefaultValue TraceSettings traces) {}
