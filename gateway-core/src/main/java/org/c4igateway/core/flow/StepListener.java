package org.c4igateway.core.flow;

/**
 * Is told when the data path passes a step. Called on the thread of the flow; a listener that blocks holds it there.
 */
public interface StepListener {
    /** Does nothing. */
    StepListener NONE = step -> {};

    /** The flow has passed {@code step}, for one or more messages. */
    void reached(Step step);
}
