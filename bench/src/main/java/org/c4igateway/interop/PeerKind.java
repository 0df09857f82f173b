package org.c4igateway.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;

/** The applications that are let meet. Each says what this machine lacks for it. */
enum PeerKind {
    CYCLONE("gateway on Cyclone DDS") {
        @Override
        List<String> prepare(PeerWorkspace peerWorkspace) {
            return peerWorkspace.java(ApiPeer.class.getName(), "cyclone", "-");
        }
    },
    PYTHON("Python cyclonedds") {
        @Override
        List<String> prepare(PeerWorkspace peerWorkspace) throws IOException, InterruptedException {
            PythonPackages packages =
                    new PythonPackages(peerWorkspace.directory().resolveSibling("python"));
            String problem = packages.install();
            if (!problem.isEmpty()) {
                throw new MissingPeerException(problem);
            }
            return List.of(
                    "env",
                    "PYTHONPATH=" + packages.directory(),
                    "python3",
                    "-X",
                    "faulthandler",
                    peerWorkspace.source("python_peer.py").toString());
        }
    },
    OPENDDS("gateway on OpenDDS") {
        @Override
        List<String> prepare(PeerWorkspace peerWorkspace) throws IOException {
            if (System.getenv("DDS_ROOT") == null) {
                throw new MissingPeerException("DDS_ROOT names no OpenDDS");
            }
            try {
                var _ = DdsProvider.named("opendds");
            } catch (DdsUnavailableException e) {
                throw new MissingPeerException(String.valueOf(e.getMessage()));
            }
            return peerWorkspace.java(ApiPeer.class.getName(), "opendds", "-");
        }
    },
    FASTDDS("Fast DDS, C++") {
        @Override
        List<String> prepare(PeerWorkspace peerWorkspace) throws IOException {
            String need = "needs fastddsgen, libfastrtps-dev and g++";
            peerWorkspace.require(need, "fastddsgen", "-version");
            peerWorkspace.require(
                    need,
                    "g++",
                    "-fsyntax-only",
                    "-x",
                    "c++",
                    "-include",
                    "fastdds/dds/domain/DomainParticipant.hpp",
                    "/dev/null");
            Path build = peerWorkspace.directoryFor("fastdds", "idl/kmtf.idl", "interop/fastdds_peer.cpp");
            Path program = build.resolve("fastdds_peer");
            if (!Files.isExecutable(program)) {
                peerWorkspace.place("idl/kmtf.idl", build.resolve("kmtf.idl"));
                peerWorkspace.run(build, "fastddsgen", "-replace", "kmtf.idl");
                List<String> compile = new ArrayList<>(List.of("g++", "-std=c++17", "-O1", "-w", "-I.", "-o"));
                compile.add("fastdds_peer.new");
                compile.add(peerWorkspace.source("fastdds_peer.cpp").toString());
                compile.addAll(List.of("kmtf.cxx", "kmtfPubSubTypes.cxx", "-lfastrtps", "-lfastcdr", "-lpthread"));
                peerWorkspace.run(build, compile.toArray(String[]::new));
                Files.move(build.resolve("fastdds_peer.new"), program);
            }
            return List.of(program.toString());
        }
    };

    private final String title;

    PeerKind(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /**
     * Builds or installs what is needed.
     *
     * @return command that starts it, to which the domain is added
     * @throws MissingPeerException when this machine lacks something
     */
    abstract List<String> prepare(PeerWorkspace peerWorkspace) throws IOException, InterruptedException;

    /** @return the kind of that name, in any case and with hyphens */
    static Optional<PeerKind> named(String name) {
        for (PeerKind kind : values()) {
            if (kind.name().replace('_', '-').equalsIgnoreCase(name)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** A peer cannot be had here. */
    static final class MissingPeerException extends IOException {
        private static final long serialVersionUID = 1L;

        MissingPeerException(String message) {
            super(message);
        }
    }
}
