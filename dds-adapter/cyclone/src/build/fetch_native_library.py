"""Puts libddsc.so of Eclipse Cyclone DDS into the module's resources.

Usage: fetch_native_library.py VERSION TARGET

The library is taken from the Python wheel 'cyclonedds' of that version, by name, with pip. It is kept in a cache outside the
build tree (C4I_NATIVE_CACHE, else the user's cache directory), so that later builds work offline. An existing TARGET stays.
"""

import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

MEMBER = "cyclonedds/.libs/libddsc.so"
WHEEL_TAGS = ["--python-version", "311", "--implementation", "cp", "--abi", "cp311",
              "--platform", "manylinux2014_x86_64"]


def cache_root():
    configured = os.environ.get("C4I_NATIVE_CACHE")
    if configured:
        return pathlib.Path(configured)
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "c4i-gateway" / "native"


def place(source, destination):
    destination.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=destination.parent)
    with os.fdopen(handle, "wb") as out:
        shutil.copyfileobj(source, out)
    os.chmod(temporary, 0o644)
    os.replace(temporary, destination)


def download(version, destination):
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                   "--only-binary=:all:", *WHEEL_TAGS, "--dest", directory, f"cyclonedds=={version}"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = glob.glob(os.path.join(directory, "*.whl"))
        if result.returncode != 0 or len(wheels) != 1:
            fail(version, destination, (result.stderr or result.stdout).strip())
        with zipfile.ZipFile(wheels[0]) as wheel, wheel.open(MEMBER) as library:
            place(library, destination)


def fail(version, destination, reason):
    sys.exit(
        f"The native library of Cyclone DDS {version} could not be fetched.\n"
        f"  pip said: {reason}\n"
        f"  Needed once: python3 with pip, and access to the Python package index for 'cyclonedds=={version}'.\n"
        f"  Without network: take {MEMBER} out of that wheel (manylinux2014 x86_64) and put it at\n"
        f"  {destination}")


def main(version, target):
    target = pathlib.Path(target)
    if target.is_file():
        return
    cached = cache_root() / f"cyclonedds-{version}" / "linux-x86_64" / "libddsc.so"
    if not cached.is_file():
        print(f"Fetching the native library of Cyclone DDS {version} ...", flush=True)
        download(version, cached)
    with cached.open("rb") as library:
        place(library, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
