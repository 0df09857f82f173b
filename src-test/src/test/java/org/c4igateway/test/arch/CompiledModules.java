package org.c4igateway.test.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The compiled classes of all modules of the reactor, found beside this one. */
final class CompiledModules {
    private static final String MAIN = "target/classes";
    private static final String TEST = "target/test-classes";

    private CompiledModules() {}

    /** @return what the project ships */
    static JavaClasses shipped() {
        return load(List.of(MAIN));
    }

    /** @return what the project ships, and its tests */
    static JavaClasses all() {
        return load(List.of(MAIN, TEST));
    }

    /** @return the tests alone */
    static JavaClasses tests() {
        return load(List.of(TEST));
    }

    /** @return the type of a file of sources that this one is nested in, or this one */
    static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(CompiledModules::outermost).orElse(type);
    }

    private static JavaClasses load(List<String> outputs) {
        List<Path> directories = new ArrayList<>();
        for (Path module : modules()) {
            outputs.stream().map(module::resolve).filter(Files::isDirectory).forEach(directories::add);
        }
        // The OpenDDS provider's module also holds classes of OpenDDS, which follow no rules of ours.
        return new ClassFileImporter()
                .withImportOption(location -> location.contains("/org/c4igateway/"))
                .importPaths(directories);
    }

    private static List<Path> modules() {
        try (Stream<Path> paths = Files.find(
                root(), 3, (path, attributes) -> path.getFileName().toString().equals("pom.xml"))) {
            return paths.map(pom -> Objects.requireNonNull(pom.getParent())).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("gateway-core"))) {
            directory = Objects.requireNonNull(directory.getParent(), "the reactor's root is not above this module");
        }
        return directory;
    }
}
