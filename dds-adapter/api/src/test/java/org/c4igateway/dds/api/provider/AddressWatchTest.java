package org.c4igateway.dds.api.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.provider.LocalInterfaces.Addresses;
import org.junit.jupiter.api.Test;

class AddressWatchTest {
    private static final String DEVICE = "eth0";

    private final Map<String, Optional<Addresses>> machine = new HashMap<>();
    private final List<DdsEvent> events = new ArrayList<>();

    private static Optional<Addresses> at(int index, String... addresses) {
        return Optional.of(new Addresses(
                index, Stream.of(addresses).map(AddressWatchTest::address).toList()));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private AddressWatch watch() {
        return watch(at(2, "192.0.2.1"));
    }

    private AddressWatch watch(Optional<Addresses> joined) {
        machine.put(DEVICE, joined);
        return AddressWatch.of(List.of(DEVICE), name -> machine.getOrDefault(name, Optional.empty()), events::add);
    }

    @Test
    void saysNothingWhileTheAddressStaysAndOthersCome() {
        AddressWatch watch = watch();

        watch.look();
        machine.put(DEVICE, at(2, "192.0.2.1", "192.0.2.9"));
        watch.look();

        assertThat(events).isEmpty();
    }

    /** Such as the address of a database or broker, which moves to another host. */
    @Test
    void saysNothingWhenAnAddressGoesThatTheLibraryDoesNotUse() {
        AddressWatch watch = watch(at(2, "192.0.2.1", "192.0.2.9"));

        machine.put(DEVICE, at(2, "192.0.2.1"));
        watch.look();
        assertThat(events).isEmpty();

        machine.put(DEVICE, at(2, "192.0.2.9"));
        watch.look();
        assertThat(events)
                .containsExactly(
                        new DdsEvent.AddressGone("", "192.0.2.1 of eth0"),
                        new DdsEvent.AddressChanged("", "192.0.2.1 of eth0"));
    }

    @Test
    void tellsOfAnotherAddressAtOnce() {
        AddressWatch watch = watch();

        machine.put(DEVICE, at(2, "192.0.2.7"));
        watch.look();

        assertThat(events)
                .containsExactly(
                        new DdsEvent.AddressGone("", "192.0.2.1 of eth0"),
                        new DdsEvent.AddressChanged("", "192.0.2.1 of eth0"));
    }

    @Test
    void waitsForAnAddressAndTakesTheFormerOneForANewOne() {
        AddressWatch watch = watch();

        machine.put(DEVICE, at(2));
        watch.look();
        watch.look();
        assertThat(events).containsExactly(new DdsEvent.AddressGone("", "192.0.2.1 of eth0"));

        machine.put(DEVICE, at(2, "192.0.2.1"));
        watch.look();

        assertThat(events).hasSize(2).last().isEqualTo(new DdsEvent.AddressChanged("", "192.0.2.1 of eth0"));
    }

    @Test
    void seesAnInterfaceThatWasMadeAnewWithItsAddress() {
        AddressWatch watch = watch();

        machine.put(DEVICE, at(3, "192.0.2.1"));
        watch.look();

        assertThat(events).hasSize(2);
    }

    @Test
    void concludesNothingWhenTheOperatingSystemDoesNotAnswer() {
        AddressWatch watch = watch();

        machine.put(DEVICE, Optional.empty());
        watch.look();

        assertThat(events).isEmpty();
    }

    @Test
    void findsTheAddressOfTheLoopbackInterface() {
        assertThat(LocalInterfaces.addresses("127.0.0.1").orElseThrow().addresses())
                .containsExactly(address("127.0.0.1"));
        assertThat(LocalInterfaces.addresses("no-such-interface").orElseThrow().isEmpty())
                .isTrue();
    }
}
