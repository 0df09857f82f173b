package org.c4igateway.jms.engine;

import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnection;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerSessionPlugin;

/** Lets connections that have logged in send larger frames, before they hear that they have. Any thread. */
final class Logins implements ActiveMQServerSessionPlugin {
    @Override
    public void afterCreateSession(ServerSession session) {
        if (session.getRemotingConnection().getTransportConnection() instanceof NettyConnection socket) {
            FrameDecoder frames = socket.getNettyChannel().pipeline().get(FrameDecoder.class);
            if (frames != null) {
                frames.loggedIn();
            }
        }
    }
}
