package org.c4igateway.core.flow;

/**
 * Called when the data path passes a step, on the thread of the flow. A listener that blocks stops the flow at that
 * step.
 */
public interface StepListener {
    /** Does nothing. */
    StepListener NONE = step -> {};

    /** The flow has passed {@code step}, for one or more messages. */
    void reached(Step step);
}
