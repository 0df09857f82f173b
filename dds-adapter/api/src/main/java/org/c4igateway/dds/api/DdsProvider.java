package org.c4igateway.dds.api;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.Qos;

/** A DDS implementation, found by {@link ServiceLoader}. */
public interface DdsProvider {
    /** @return name in the configuration, for example {@code cyclone} */
    String name();

    /**
     * Checks, without joining the domain, what {@link #open} will need: the native library, network interfaces, and the
     * features that the configuration asks for. Opens no port. May load native code.
     *
     * @throws DdsUnavailableException when the implementation cannot be loaded, with the remedy
     * @throws UnsupportedSettingException when provider or machine lacks something that the configuration asks for
     * @throws DdsException for anything else that the provider will refuse
     */
    void check(DomainConfig config);

    /**
     * Judges policies without creating anything.
     *
     * @param entity kind of entity that will have them
     * @throws UnsupportedQosException when the provider lacks a policy
     * @throws IllegalArgumentException when a policy does not apply to such entities
     */
    void check(Qos qos, EntityKind entity);

    /**
     * Joins a domain.
     *
     * @param qos policies of the participant
     * @param events takes the status events of all endpoints
     * @throws DdsUnavailableException when the implementation cannot be loaded, with the remedy
     * @throws UnsupportedQosException when the provider lacks a policy
     * @throws UnsupportedSettingException when the provider lacks something that the configuration asks for
     * @throws DdsException when the implementation refuses
     * @throws IllegalArgumentException when a policy does not apply to participants
     */
    DdsParticipant open(DomainConfig config, Qos qos, DdsEventListener events);

    /** Joins a domain with the default policies of a participant. */
    default DdsParticipant open(DomainConfig config, DdsEventListener events) {
        return open(config, Qos.DEFAULT, events);
    }

    /**
     * Finds a provider by name.
     *
     * @throws DdsUnavailableException when there is none of that name
     */
    static DdsProvider named(String name) {
        List<DdsProvider> found = ServiceLoader.load(DdsProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        return found.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new DdsUnavailableException(
                        "no DDS provider named '" + name + "'; present: "
                                + found.stream().map(DdsProvider::name).collect(Collectors.joining(", ", "[", "]")),
                        "Set the provider to an available one, or add its jar to the class path."));
    }
}
