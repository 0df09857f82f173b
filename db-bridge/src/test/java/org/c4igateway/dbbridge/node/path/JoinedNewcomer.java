package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.core.message.SystemName;

/** For tests of other packages: a system that announced itself and became a destination. */
public final class JoinedNewcomer {
    private JoinedNewcomer() {}

    /** @param transport over which the path lets newcomers join */
    public static void join(NodePath path, SystemName system, String transport) {
        assertThat(path.newcomers().join(system, transport)).isTrue();
    }
}
