package org.c4igateway.dbbridge.outbox;

import org.c4igateway.dbbridge.jdbc.AdvisoryLock;

/** What a {@link NotifySignal} listens to; the migrations use the same names. */
public enum SignalChannel {
    /** Rows of the outbox, for its readers. */
    OUTBOX("c4i_outbox", AdvisoryLock.READER_POLLS, "outbox signal", "c4i-signal"),
    /** What is published and not routed yet. */
    PUBLICATIONS("c4i_publication", AdvisoryLock.ROUTER_POLLS, "publication signal", "c4i-router-signal");

    private final String notification;
    private final AdvisoryLock polling;
    private final String loop;
    private final String session;

    SignalChannel(String notification, AdvisoryLock polling, String loop, String session) {
        this.notification = notification;
        this.polling = polling;
        this.loop = loop;
        this.session = session;
    }

    /** @return name of the notification in the database */
    String notification() {
        return notification;
    }

    /** @return session lock that is held while those who are woken poll by themselves */
    AdvisoryLock polling() {
        return polling;
    }

    /** @return name of the supervised loop */
    String loop() {
        return loop;
    }

    /** @return name of the database session and of the thread */
    String session() {
        return session;
    }
}
