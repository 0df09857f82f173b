package org.c4igateway.dds.api.event;

/** Takes the events of a participant. Called on the participant's delivery threads; does not block. */
@FunctionalInterface
public interface DdsEventListener {
    /** Takes one event. */
    void onEvent(DdsEvent event);
}
