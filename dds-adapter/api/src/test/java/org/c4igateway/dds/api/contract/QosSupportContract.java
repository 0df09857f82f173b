package org.c4igateway.dds.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.PolicyText;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.junit.jupiter.api.Test;

/** The reference of policies says what is true: each of its rows is tried. */
public abstract class QosSupportContract {
    private static final Path REFERENCE = Path.of("..", "..", "docs", "reference", "dds-qos.md");
    private static final int POLICY = 1;
    private static final int EXAMPLE = 2;
    private static final int ENTITIES = 3;

    private final ContractDomain domain;
    private final int column;

    /**
     * @param provider name of the provider to test
     * @param column number of its column, from 1
     */
    protected QosSupportContract(String provider, int column) {
        this.domain = new ContractDomain(provider);
        this.column = column;
    }

    private static List<String[]> rows() throws IOException {
        return Files.readAllLines(REFERENCE).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> Arrays.stream(line.split("\\|"))
                        .map(cell -> cell.strip().replace("`", ""))
                        .toArray(String[]::new))
                .toList();
    }

    @Test
    void listsEveryPolicy() throws IOException {
        Set<String> listed = rows().stream()
                .map(row -> PolicyText.parse(row[POLICY], row[EXAMPLE]).policyName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).hasSize(QosPolicy.class.getPermittedSubclasses().length);
    }

    @Test
    void acceptsAndRefusesWhatTheReferenceSays() throws IOException {
        try (DdsParticipant participant = domain.join()) {
            for (String[] row : rows()) {
                QosPolicy policy = PolicyText.parse(row[POLICY], row[EXAMPLE]);
                assertThat(policy.appliesTo())
                        .as(policy.toString())
                        .isEqualTo(Arrays.stream(row[ENTITIES].split(", "))
                                .map(name -> EntityKind.valueOf(name.toUpperCase(Locale.ROOT)))
                                .collect(Collectors.toSet()));
                for (EntityKind entity : policy.appliesTo()) {
                    assertThat(isAccepted(participant, entity, Qos.of(policy)))
                            .as(policy + " on a " + entity)
                            .isEqualTo(!row[column].equals("no"));
                }
            }
        }
    }

    private boolean isAccepted(DdsParticipant participant, EntityKind entity, Qos qos) {
        try {
            switch (entity) {
                case PARTICIPANT -> domain.join(qos).close();
                case WRITER ->
                    participant.createWriter("SUPPORT", WireType.MESSAGE, qos).close();
                case READER ->
                    participant
                            .createReader("SUPPORT", WireType.MESSAGE, qos, samples -> {})
                            .close();
            }
            return true;
        } catch (UnsupportedQosException e) {
            assertThat(e.getMessage()).contains(qos.policies().iterator().next().toString());
            return false;
        }
    }
}
