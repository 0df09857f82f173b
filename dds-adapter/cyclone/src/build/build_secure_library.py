"""Builds Eclipse Cyclone DDS with DDS Security from the source in the crate cyclonedds-src, and keeps it in the cache.

Usage: build_secure_library.py CRATE_VERSION CYCLONE_VERSION

Needs cargo, cmake, a C compiler and the headers of OpenSSL (Debian: cargo cmake gcc libssl-dev). The result goes to
C4I_NATIVE_CACHE, else the user's cache directory, where the gateway looks for it; an existing one stays.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from fetch_native_library import cache_root

LIBRARIES = ["libddsc.so", "libdds_security_auth.so", "libdds_security_ac.so", "libdds_security_crypto.so"]
MANIFEST = """[package]
name = "source"
version = "0.0.0"
edition = "2021"
[dependencies]
cyclonedds-src = "={}"
"""
# All symbols: the gateway takes over the log, whose function is not among those that are exported else.
OPTIONS = ["-DEXPORT_ALL_SYMBOLS=ON", "-DCMAKE_BUILD_TYPE=Release", "-DENABLE_SECURITY=ON", "-DENABLE_SSL=ON", "-DBUILD_IDLC=OFF", "-DBUILD_DDSPERF=OFF",
           "-DBUILD_TESTING=OFF", "-DBUILD_EXAMPLES=OFF", "-DENABLE_ICEORYX=OFF", "-DENABLE_ICEORYX2=OFF", "-DENABLE_LTO=OFF"]


def run(directory, *command):
    try:
        result = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is missing. Needed: cargo, cmake, a C compiler and the headers of OpenSSL"
                 " (Debian: apt-get install cargo cmake gcc libssl-dev).")
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{(result.stdout + result.stderr)[-3000:]}")


def source(work, crate_version, version):
    (work / "Cargo.toml").write_text(MANIFEST.format(crate_version))
    (work / "src").mkdir()
    (work / "src/lib.rs").write_text("")
    run(work, "cargo", "vendor", "--versioned-dirs", "vendor")
    root = work / f"vendor/cyclonedds-src-{crate_version}/src/cyclonedds"
    found = re.search(r"project\(CycloneDDS VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text())
    if not found or found.group(1) != version:
        sys.exit(f"The crate holds Cyclone DDS {found and found.group(1)}, not {version}.")
    return root


def build(target, crate_version, version):
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        print(f"Fetching the source of Cyclone DDS {version} ...", flush=True)
        root = source(work, crate_version, version)
        print("Building it with DDS Security; this takes a few minutes ...", flush=True)
        run(work, "cmake", "-S", str(root), "-B", "build", *OPTIONS)
        run(work, "cmake", "--build", "build", "--parallel", str(os.cpu_count()), "--target", "ddsc", "dds_security_auth",
            "dds_security_ac", "dds_security_crypto")
        stage = pathlib.Path(tempfile.mkdtemp(dir=target.parent))
        for name in LIBRARIES:
            built = next((work / "build/lib").glob(name))
            shutil.copyfile(built.resolve(), stage / name)
        # The plugins ask for the library by its soname, which the process has loaded by then.
        os.chmod(stage, 0o755)
        os.replace(stage, target)


def main(arguments):
    crate_version, version = arguments
    target = cache_root() / f"cyclonedds-secure-{version}" / "linux-x86_64"
    target.parent.mkdir(parents=True, exist_ok=True)
    if not all((target / name).is_file() for name in LIBRARIES):
        shutil.rmtree(target, ignore_errors=True)
        build(target, crate_version, version)
    print(target)


if __name__ == "__main__":
    main(sys.argv[1:])
