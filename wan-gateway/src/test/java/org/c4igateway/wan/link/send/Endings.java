package org.c4igateway.wan.link.send;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;

/** Notes how records end, as "id outcome", in the order they are told. */
final class Endings implements LinkListener {
    final List<String> told = new ArrayList<>();

    @Override
    public void delivered(String peer, Precedence precedence, byte[] record) {
        throw new AssertionError("nothing is received here");
    }

    @Override
    public void ended(LinkItem item, RecordOutcome recordOutcome) {
        told.add(item.id() + " " + recordOutcome);
    }

    @Override
    public void greeted(String peer, Hello hello) {
        throw new AssertionError("nobody greets here");
    }

    @Override
    public void changed(String peer, PeerChange change, long session) {
        throw new AssertionError("peers do not change here");
    }
}
