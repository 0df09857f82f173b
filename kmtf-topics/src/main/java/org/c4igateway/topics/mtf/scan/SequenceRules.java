package org.c4igateway.topics.mtf.scan;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.SetKey;
import org.c4igateway.topics.mtf.source.SetKind;

/** Order and number of the sets that every message has in common. One parse, one thread. */
final class SequenceRules {
    private final DiagnosticReporter diagnosticReporter;
    private final MsgidRules msgid;
    private boolean seenExer;
    private boolean seenOper;
    private boolean seenMsgid;
    private boolean seenOther;
    private boolean seenRemarks;
    private boolean reportedPosition;
    private int sets;
    private long previous = SetKey.NONE;

    SequenceRules(DiagnosticReporter diagnosticReporter, MsgidRules msgid) {
        this.diagnosticReporter = diagnosticReporter;
        this.msgid = msgid;
    }

    void accept(SetBuffer set) {
        if (seenRemarks) {
            add(MtfRule.RMKS_POSITION, set, "RMKS is the last set and stands once");
        }
        long key = set.key;
        if (set.kind == SetKind.FREE_TEXT && key != SetKey.GENTEXT) {
            checkComment(set, key);
        } else if (SetKey.opensMainText(key)) {
            checkOpening(set, key);
            sets++;
        } else {
            checkBody(set, key);
            sets++;
        }
        previous = key;
    }

    private void checkOpening(SetBuffer set, long key) {
        boolean exer = key == SetKey.EXER;
        boolean oper = key == SetKey.OPER;
        if ((exer && seenExer) || (oper && seenOper) || (key == SetKey.MSGID && seenMsgid)) {
            add(MtfRule.SET_REPEATED, set, "EXER, OPER and MSGID occur at most once");
        } else if ((exer && seenOper) || (oper && seenExer)) {
            add(MtfRule.EXER_OPER, set, "a message has EXER or OPER, not both");
        }
        if ((exer || oper) && seenMsgid) {
            add(MtfRule.EXER_POSITION, set, "EXER and OPER stand before MSGID");
        }
        seenExer |= exer;
        seenOper |= oper;
        if (key == SetKey.MSGID) {
            if (!seenMsgid) {
                msgid.check(set);
            }
            seenMsgid = true;
        }
    }

    private void checkBody(SetBuffer set, long key) {
        if (!seenMsgid && !reportedPosition) {
            reportedPosition = true;
            add(MtfRule.MSGID_POSITION, set, "only EXER or OPER stands before MSGID");
        }
        if (key != SetKey.REF) {
            seenOther = true;
        } else if (seenOther) {
            add(MtfRule.REF_POSITION, set, "REF stands directly after MSGID");
        }
    }

    private void checkComment(SetBuffer set, long key) {
        if (key == SetKey.AMPN) {
            if (sets == 0 || previous == SetKey.AMPN || previous == SetKey.NARR) {
                add(MtfRule.AMPN_POSITION, set, "AMPN comments the set before it, which is no AMPN or NARR");
            }
        } else if (key == SetKey.NARR) {
            if (sets < 2 || previous == SetKey.NARR) {
                add(MtfRule.NARR_POSITION, set, "NARR comments at least two sets before it, and stands once");
            }
        } else {
            seenRemarks = true;
        }
    }

    /** Call after the last set. */
    void finish(int line) {
        if (!seenMsgid) {
            diagnosticReporter.addAt(MtfRule.MSGID_MISSING, line, 0, 0, "the message has no MSGID set");
        }
    }

    private void add(MtfRule rule, SetBuffer set, String text) {
        diagnosticReporter.addAt(rule, set.line, set.lineStart, set.start, text);
    }
}
