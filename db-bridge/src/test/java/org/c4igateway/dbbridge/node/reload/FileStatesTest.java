package org.c4igateway.dbbridge.node.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
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

    /** What a process read of a file that changed while it started is not what stands there now. */
    @Test
    void knowNothingOfAFileThatWasWrittenOrMovedDuringTheStart() throws IOException {
        Path file = Files.writeString(directory.resolve("trust.p12"), "one");
        Instant written = Files.getLastModifiedTime(file).toInstant();
        Instant later = written.plusSeconds(60);

        assertThat(FileStates.digest(file, later, later)).isEqualTo(FileStates.digest(file));
        assertThat(FileStates.digest(file, written, later)).isNotEqualTo(FileStates.digest(file));
        Path old = Files.writeString(directory.resolve("old.p12"), "two");
        Files.setLastModifiedTime(old, FileTime.from(written.minusSeconds(3_600)));
        Files.move(old, file, StandardCopyOption.ATOMIC_MOVE);
        assertThat(FileStates.digest(file, written, later)).isNotEqualTo(FileStates.digest(file));
        Files.setLastModifiedTime(file, FileTime.from(later.plusSeconds(3_600)));
        assertThat(FileStates.digest(file, written, later))
                .as("written when the clock was ahead")
                .isEqualTo(FileStates.digest(file));
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
