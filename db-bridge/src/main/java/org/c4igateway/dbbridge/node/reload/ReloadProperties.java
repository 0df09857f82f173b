package org.c4igateway.dbbridge.node.reload;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How a running node notices that its configuration has changed, {@code c4i.reload} in the YAML file.
 *
 * @param reload settings
 */
@ConfigurationProperties("c4i")
public record ReloadProperties(@DefaultValue Settings reload) {
    /**
     * Settings.
     *
     * @param watch whether changed files are noticed; SIGHUP and the command work in any case
     */
    public record Settings(@DefaultValue("true") boolean watch) {}
}
