package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.core.transport.BitRate;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.wan.gateway.LinkSpec;
import org.c4igateway.wan.gateway.WanSpec;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WanFileTest {
    private static final String GOOD = """
            c4i:
              wan:
                site: NORTH
                lan: {domain-id: 1, network: {interfaces: [lo]}}
                links:
                  SOUTH:
                    peers: {SOUTH: "10.0.0.2:7600"}
                    rate: 128kbit
                    keys: KEYS
                    block: [A021]
            server: {port: 8091}
            """;

    @TempDir
    private Path directory;

    private Path keys;

    @BeforeEach
    void makeKeys() throws IOException {
        keys = directory.resolve("south.keys");
        KeyFile.create(keys);
    }

    private WanFile file(String text) throws IOException {
        return new WanFile(Files.writeString(directory.resolve("north.yaml"), text.replace("KEYS", keys.toString())));
    }

    @Test
    void readsALink() throws IOException {
        WanSpec spec = WanFile.spec(file(GOOD).read());

        assertThat(spec.site()).isEqualTo("NORTH");
        assertThat(spec.links()).singleElement().satisfies(link -> {
            assertThat(link.settings().rate().bitsPerSecond()).isEqualTo(127_360);
            assertThat(link.keys().seals()).isTrue();
            assertThat(link.compression()).isTrue();
            assertThat(link.policy().admits("A021")).isFalse();
        });
    }

    @Test
    void namesTopicsByPatternAndClass() throws IOException {
        LinkPolicy policy = WanFile.spec(
                        file(GOOD.replace("block: [A021]", """
                        allow: [A0*, class:PERIODIC]
                        block: ["A02*"]
                        caps: {"[A*]": 5, "[A00*]": 3, A004: 9}""".indent(8).strip()))
                                .read())
                .links()
                .getFirst()
                .policy();

        TopicCatalogue catalogue = TopicCatalogue.reference();
        for (Topic topic : catalogue.topics()) {
            String id = topic.id();
            boolean listed = id.startsWith("A0") || topic.trafficClass() == TrafficClass.PERIODIC;
            assertThat(policy.admits(id)).as(id).isEqualTo(listed && !id.startsWith("A02"));
        }
        assertThat(policy.caps())
                .containsEntry("A004", 9.0)
                .containsEntry("A001", 3.0)
                .containsEntry("A021", 5.0)
                .doesNotContainKey("J001");
    }

    @Test
    void readsTheLabelsThatALinkCarries() throws IOException {
        assertThat(labels("block: [A021]").entries()).containsExactly("*");
        assertThat(labels("labels: [OPEN, 'REL*', '']").entries()).containsExactly("OPEN", "REL*", "");
        assertThat(labels("labels: []").entries()).as("nothing").isEmpty();
    }

    private LabelList labels(String line) throws IOException {
        return WanFile.spec(file(GOOD.replace("block: [A021]", line)).read())
                .links()
                .getFirst()
                .policy()
                .labels();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("rate: 128kbit", "rate: 128kbit\n        window: 65MB", "c4i.wan.links.SOUTH.window"),
                Arguments.of("site: NORTH", "site: north", "c4i.wan.site: 'north'"),
                Arguments.of("    site: NORTH\n", "", "c4i.wan.site is missing"),
                Arguments.of("rate: 128kbit", "rate: fast", "c4i.wan.links.SOUTH.rate: 'fast'"),
                Arguments.of("rate: 128kbit", "rate: 0", "c4i.wan.links.SOUTH.rate: '0'"),
                Arguments.of("        rate: 128kbit\n", "", "c4i.wan.links.SOUTH.rate is missing"),
                Arguments.of("        keys: KEYS\n", "", "c4i.wan.links.SOUTH.keys is missing"),
                Arguments.of("keys: KEYS", "keys: /nowhere/keys", "cannot read the key file /nowhere/keys"),
                Arguments.of("10.0.0.2:7600", "10.0.0.2:port", "c4i.wan.links.SOUTH.peers.SOUTH"),
                Arguments.of("{SOUTH: \"10.0.0.2:7600\"}", "{NORTH: \"10.0.0.2\"}", "links.SOUTH.peers: 'NORTH'"),
                Arguments.of("[A021]", "[Z999]", "c4i.wan.links.SOUTH.block: 'Z999'"),
                Arguments.of("block: [A021]", "labels: ['S*T']", "c4i.wan.links.SOUTH.labels: '[S*T]'"),
                Arguments.of("[A021]", "['Z*']", "c4i.wan.links.SOUTH.block: 'Z*'"),
                Arguments.of("[A021]", "[class:NEWS]", "c4i.wan.links.SOUTH.block: 'class:NEWS'"),
                Arguments.of("rate: 128kbit", "rate: 128kbit\n        caps: {'[Z*]': 1}", "SOUTH.caps: 'Z*'"),
                Arguments.of("rate: 128kbit", "rate: 128kbit\n        ratee: 1", "north.yaml] - 9:16"),
                Arguments.of("rate: 128kbit", "rate: 128kbit\n        caps: {A021: -1}", "links.SOUTH.caps.A021"),
                Arguments.of("rate: 128kbit", "rate: 128kbit\n        hold: soon", "hold"),
                Arguments.of("rate: 128kbit", "rate: 128kbit\n        port: x", "port"),
                Arguments.of(
                        "rate: 128kbit",
                        "rate: 128kbit\n        group: {address: 239.1.1.1}",
                        "c4i.wan.links.south.group"),
                Arguments.of("rate: 128kbit", "rate: 128kbit\n        journal: {age: 0s}", "SOUTH.journal.age"),
                Arguments.of("rate: 128kbit", "rate: 128kbit\n        journal: {size: 0B}", "SOUTH.journal.size"),
                Arguments.of(
                        "rate: 128kbit",
                        "rate: 128kbit\n        interfaces: [nix0]",
                        "c4i.wan.links.SOUTH.interfaces: 'nix0' is no"),
                Arguments.of("site: NORTH", "site: NORTH\n    dscp: {flash: 64}", "c4i.wan.dscp.flash: '64'"),
                Arguments.of("[lo]", "[nix0]", "c4i.wan.lan.network.interfaces: 'nix0' is no network interface"),
                Arguments.of(
                        "site: NORTH",
                        "site: NORTH\n    provider: cyclops",
                        "c4i.wan.provider: no DDS provider named 'cyclops'"),
                Arguments.of(
                        "lan: {", "lan: {provider: cyclops, ", "c4i.wan.lan.provider: no DDS provider named 'cyclops'"),
                Arguments.of(
                        "rate: 128kbit",
                        "rate: 128kbit\n        journal: {directory: KEYS/journal}",
                        "links.SOUTH.journal.directory: '"),
                Arguments.of("{port: 8091}", "{prot: 8091}", "north.yaml:11:16, nearest: server.port)"),
                Arguments.of("server: {port: 8091}", "c4i.wann.site: NORTH", ", nothing reads it)"),
                Arguments.of("site: NORTH", "site: [NORTH", "north.yaml"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("mistakes")
    void namesKeyOrPlaceOfAMistake(String good, String bad, String expected) throws IOException {
        assertThat(GOOD).contains(good);
        WanFile file = file(GOOD.replace(good, bad));

        assertThatThrownBy(() -> file.check(Instant.EPOCH))
                .isInstanceOfSatisfying(GatewayException.Fatal.class, fault -> {
                    assertThat(fault).hasMessageContaining(expected);
                    assertThat(fault.remedy()).isNotBlank();
                });
    }

    /** The framework follows it until the stack is full. */
    @Test
    void refusesAValueThatHoldsItself(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("x.yaml"), "c4i: &a {wan: *a}\n");

        assertThatThrownBy(() -> new WanFile(file).read())
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("holds itself");
    }

    @Test
    void refusesAKeyFileThatEverybodyCanRead() throws IOException {
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> KeyFile.read(keys)).hasMessageContaining("read by all users");
    }

    @Test
    void namesTheLineOfAWrongKeyAndNeverTheKey() throws IOException {
        String secret = "ab".repeat(31);
        Files.writeString(keys, "# comment\n\n1 " + secret + "\n");

        assertThatThrownBy(() -> KeyFile.read(keys))
                .hasMessageContaining("south.keys:3")
                .hasMessageNotContaining(secret);
    }

    @Test
    void sealsWithTheFirstKeyAndOpensWithAll() throws IOException {
        Files.writeString(keys, "7 " + "ab".repeat(32) + "\n3 " + "cd".repeat(32) + "\n");

        assertThat(KeyFile.read(keys).sealingId()).isEqualTo(7);
    }

    @Test
    void makesKeysThatDifferAndOverwritesNone() throws IOException {
        Path other = directory.resolve("other.keys");
        KeyFile.create(other);

        assertThat(Files.readString(other)).isNotEqualTo(Files.readString(keys)).hasSize(67);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(other)))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> KeyFile.create(other)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void printsWhatTwoFilesDifferIn() throws IOException {
        WanProperties before = file(GOOD).read();
        WanProperties after = file(GOOD.replace("128kbit", "2Mbit").replace("block: [A021]", "allow: [A021]"))
                .read();

        assertThat(WanDifference.lines(before, after))
                .containsExactly(
                        "c4i.wan.links.SOUTH.allow: [] -> [A021]",
                        "c4i.wan.links.SOUTH.block: [A021] -> []",
                        "c4i.wan.links.SOUTH.rate: 128kbit -> 2Mbit");
    }

    @Test
    void readsRatesAsPeopleWriteThem() {
        assertThat(BitRate.bitsPerSecond("9.6kbit")).isEqualTo(9_600);
        assertThat(BitRate.bitsPerSecond("2 Mbit/s")).isEqualTo(2_000_000);
        assertThat(BitRate.bitsPerSecond("1Gbit")).isEqualTo(1_000_000_000L);
        assertThat(BitRate.bitsPerSecond("9600")).isEqualTo(9_600);
        assertThat(BitRate.isValid("12 apples")).isFalse();
    }

    @Test
    void leavesALinkInTheClearOnlyWhenToldSo() throws IOException {
        WanSpec spec =
                WanFile.spec(file(GOOD.replace("keys: KEYS", "insecure: true")).read());

        assertThat(spec.links()).extracting(LinkSpec::keys).allMatch(ring -> !ring.seals());
    }

    /** Annotations take text; what they say must come out as the numbers it was made of. */
    @Test
    void givesALinkTheDefaultsOfTheLinkProtocol() throws IOException {
        LinkSettings settings =
                WanFile.spec(file(GOOD).read()).links().getFirst().settings();

        assertThat(settings).isEqualTo(LinkSettings.at(settings.rate().bitsPerSecond()));
    }

    @Test
    void keepsWhatWaitsInMemoryUnlessGivenADirectory() throws IOException {
        LinkSpec link = WanFile.spec(file(GOOD).read()).links().getFirst();

        assertThat(link.journal()).isEmpty();
        assertThat(link.hold()).isEqualTo(Duration.ofHours(1));
        assertThat(link.settings().bounds().queuedBytes()).isEqualTo(256L << 20);
    }

    @Test
    void letsTheJournalBoundWhatWaits() throws IOException {
        String journal = "rate: 128kbit\n        journal: {directory: /var/lib/c4i, size: 2GB, age: 6h}";
        LinkSpec link = WanFile.spec(
                        file(GOOD.replace("rate: 128kbit", journal)).read())
                .links()
                .getFirst();

        assertThat(link.journal()).hasValueSatisfying(spec -> {
            assertThat(spec.file("SOUTH")).isEqualTo(Path.of("/var/lib/c4i/SOUTH.journal"));
            assertThat(spec.bounds().ageNanos()).isEqualTo(Duration.ofHours(6).toNanos());
            assertThat(spec.bounds().memoryBytes()).isEqualTo(256L << 20);
        });
        assertThat(link.hold()).isEqualTo(Duration.ofHours(6));
        assertThat(link.settings().bounds().queuedBytes()).isEqualTo(2L << 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"relay", "frames"})
    void saysWhatToDoWithTheModeOfTheReleaseBefore(String mode) throws IOException {
        WanFile old = file(GOOD.replace("site: NORTH", "site: NORTH\n    mode: " + mode));

        assertThatThrownBy(old::read).isInstanceOfSatisfying(GatewayException.Fatal.class, fault -> {
            assertThat(fault)
                    .hasMessageContaining("c4i.wan.mode: '" + mode + "' (")
                    .hasMessageContaining("4:11");
            assertThat(fault.remedy()).startsWith("Remove the key");
        });
    }
}
