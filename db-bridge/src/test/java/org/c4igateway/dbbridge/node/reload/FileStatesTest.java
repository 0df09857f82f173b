package org.c4igateway.dbbridge.node.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStatesTest {
    @TempDir
    private Path directory;

    @Test
    void differWhenAnotherFileOfTheSameSizeIsRenamedIntoItsPlace() throws IOException {
        Path file = Files.writeString(directory.resolve("a.yaml"), "one");
        SortedMap<Path, String> before = FileStates.of(List.of(file));
        assertThat(FileStates.of(List.of(file))).isEqualTo(before);

        Path other = Files.writeString(directory.resolve("b.yaml"), "two");
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);

        assertThat(FileStates.of(List.of(file))).isNotEqualTo(before);
    }

    @Test
    void differWhenALinkAboveTheFileLeadsElsewhere() throws IOException {
        for (String version : List.of("v1", "v2")) {
            Files.writeString(Files.createDirectory(directory.resolve(version)).resolve("a.yaml"), version);
        }
        Path link = Files.createSymbolicLink(directory.resolve("data"), Path.of("v1"));
        Path file = link.resolve("a.yaml");
        SortedMap<Path, String> before = FileStates.of(List.of(file));
        String digest = FileStates.digest(file);

        Path next = Files.createSymbolicLink(directory.resolve("next"), Path.of("v2"));
        Files.move(next, link, StandardCopyOption.ATOMIC_MOVE);

        assertThat(FileStates.of(List.of(file))).isNotEqualTo(before);
        assertThat(FileStates.digest(file)).isNotEqualTo(digest);
    }

    @Test
    void seeFilesThatAppearInADirectoryOrVanish() throws IOException {
        Path missing = directory.resolve("none.csv");
        List<Path> watched = List.of(directory, missing);
        SortedMap<Path, String> before = FileStates.of(watched);

        Files.writeString(missing, "here");

        SortedMap<Path, String> after = FileStates.of(watched);
        assertThat(after).isNotEqualTo(before);
        Files.delete(missing);
        assertThat(FileStates.of(watched)).isEqualTo(before);
    }

    @Test
    void tellWhetherAFileWasWrittenAfterAMoment() throws IOException {
        Path file = Files.writeString(directory.resolve("a.yaml"), "one");
        Instant written = Files.getLastModifiedTime(file).toInstant();

        assertThat(FileStates.writtenAfter(List.of(directory), written)).isTrue();
        assertThat(FileStates.writtenAfter(List.of(directory), written.plusNanos(1_000_000)))
                .isFalse();
    }
}
