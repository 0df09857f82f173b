"""Makes the type support of OpenDDS for the gateway's IDL, a native library, and lays the Java classes of OpenDDS beside it.

Usage: opendds_types.py --idl KMTF_IDL
           prints the IDL in the form that the installed release wants; for applications on OpenDDS
       opendds_types.py --build KMTF_IDL NATIVE_SOURCE WORK CLASSES JAVA_HOME
           generates and compiles in WORK, and puts classes and library into CLASSES

DDS_ROOT names the installation: a source tree built with Java, or an installed one. ACE_ROOT and TAO_ROOT are taken from the
environment (setenv.sh of OpenDDS sets them), else looked for below DDS_ROOT. Up-to-date results stay.
"""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

TYPEDEFS = {"sequence<string>": "Strings", "sequence<octet>": "Octets", "sequence<unsigned long long>": "Numbers"}
JARS = ["i2jrt_corba.jar", "i2jrt.jar", "OpenDDS_DCPS.jar"]
LIBRARY = "libkmtf_opendds.so"


def fail(message):
    sys.exit(f"OpenDDS type support: {message}")


def root(name, *candidates):
    for candidate in (os.environ.get(name), *candidates):
        if candidate and pathlib.Path(candidate).is_dir():
            return pathlib.Path(candidate)
    return fail(f"{name} is not set and nothing was found below DDS_ROOT; source setenv.sh of OpenDDS.")


class Installation:
    def __init__(self):
        self.dds = root("DDS_ROOT")
        self.ace = root("ACE_ROOT", self.dds / "ACE_wrappers", self.dds)
        self.tao = root("TAO_ROOT", self.ace / "TAO", self.dds)
        self.libraries = [path for path in (self.dds / "lib", self.ace / "lib", self.tao / "lib") if path.is_dir()]
        self.version = self.find_version()

    def find_version(self):
        for header in (self.dds / "dds/Version.h", self.dds / "include/dds/Version.h"):
            if header.is_file():
                found = dict(re.findall(r"#define\s+(?:OPENDDS|DDS)_(MAJOR|MINOR)_VERSION\s+(\d+)", header.read_text()))
                if "MAJOR" in found and "MINOR" in found:
                    return int(found["MAJOR"]), int(found["MINOR"])
        return fail(f"{self.dds} holds no dds/Version.h; DDS_ROOT must name an OpenDDS.")

    def tool(self, name):
        for directory in (self.dds / "bin", self.ace / "bin", self.tao / "TAO_IDL"):
            if (directory / name).is_file():
                return str(directory / name)
        return fail(f"{name} is missing in {self.dds}/bin and {self.ace}/bin; build OpenDDS with --java.")

    def jars(self):
        found = []
        for name in JARS:
            for directory in (self.dds / "lib", self.dds / "share/java"):
                if (directory / name).is_file():
                    found.append(directory / name)
                    break
            else:
                fail(f"{name} is missing in {self.dds}/lib; build OpenDDS with --java.")
        return found

    def includes(self):
        wanted = [self.dds, self.dds / "dds", self.dds / "include", self.ace, self.ace / "include", self.tao, self.tao / "include",
                  self.tao / "orbsvcs", self.dds / "java/idl2jni/runtime", self.dds / "include/idl2jni"]
        return [path for path in wanted if path.is_dir()]

    def environment(self):
        environment = dict(os.environ)
        paths = [str(path) for path in self.libraries] + [environment.get("LD_LIBRARY_PATH", "")]
        environment["LD_LIBRARY_PATH"] = ":".join(path for path in paths if path)
        environment.update(DDS_ROOT=str(self.dds), ACE_ROOT=str(self.ace), TAO_ROOT=str(self.tao))
        return environment


def adapted(idl, version):
    """Names anonymous sequences, and marks topics and keys as the release wants it."""
    for sequence, name in TYPEDEFS.items():
        idl = idl.replace(sequence, name)
    head = "".join(f"  typedef {sequence} {name};\n" for sequence, name in TYPEDEFS.items())
    if version >= (3, 14):
        idl = re.sub(r"^(\s*)struct ", r"\1@topic\n\1struct ", idl, flags=re.MULTILINE)
    else:
        struct = None
        for line in idl.splitlines():
            found = re.match(r"\s*struct (\w+)", line)
            if found:
                struct = found.group(1)
                head += f'#pragma DCPS_DATA_TYPE "kmtf::{struct}"\n'
            found = re.match(r"\s*@key\s+\S+\s+(\w+);", line)
            if found:
                head += f'#pragma DCPS_DATA_KEY "kmtf::{struct} {found.group(1)}"\n'
        idl = re.sub(r"^\s*@final\n", "", idl, flags=re.MULTILINE).replace("@key ", "")
    return idl.replace("module kmtf {\n", "module kmtf {\n" + head, 1)


def run(installation, directory, *command):
    result = subprocess.run([str(part) for part in command], cwd=directory, env=installation.environment(),
                            capture_output=True, text=True, check=False)
    if result.returncode != 0:
        fail(f"{' '.join(str(part) for part in command)}\n{result.stdout}{result.stderr}")


def generate(installation, work):
    includes = [f"-I{path}" for path in installation.includes()]
    annotations = ["--unknown-annotations", "ignore"] if installation.version >= (3, 14) else []
    run(installation, work, installation.tool("opendds_idl"), "-Sa", "-St", *includes, "kmtf.idl")
    run(installation, work, installation.tool("tao_idl"), "-Sa", "-St", "-SS", *annotations, *includes, "kmtf.idl")
    run(installation, work, installation.tool("tao_idl"), "-Sa", "-St", "-SS", *includes, "kmtfTypeSupport.idl")


def unpack_java(installation, classes):
    for jar in installation.jars():
        with zipfile.ZipFile(jar) as archive:
            for member in archive.namelist():
                if member.endswith(".class") and not member.startswith(("/", "..")):
                    archive.extract(member, classes)


def compile_native(installation, source, work, classes, java_home):
    sources = sorted(work.glob("kmtf*.cpp"))
    flags = ["-fPIC", "-O2", "-w", "-pthread", "-std=gnu++14" if installation.version < (3, 20) else "-std=gnu++17"]
    if installation.version >= (3, 16):
        flags.append("-Dset_encapsulation_options=encapsulation_options_of_c4i")
    includes = [f"-I{work}", *(f"-I{path}" for path in installation.includes()), f"-I{installation.dds}/java",
                f"-I{java_home}/include", f"-I{java_home}/include/linux"]
    compiler = os.environ.get("CXX", "g++")
    objects = []
    for each in [*sources, source]:
        target = work / (pathlib.Path(each).stem + ".o")
        run(installation, work, compiler, *flags, *includes, "-c", each, "-o", target)
        objects.append(target)
    names = ["OpenDDS_DCPS_Java", "OpenDDS_Rtps_Udp", "OpenDDS_Rtps", "OpenDDS_Dcps", "idl2jni_runtime",
             "TAO_PortableServer", "TAO_AnyTypeCode", "TAO", "ACE"]
    paths = [f"-L{path}" for path in installation.libraries]
    target = classes / "native/opendds" / LIBRARY
    target.parent.mkdir(parents=True, exist_ok=True)
    run(installation, work, compiler, "-shared", "-pthread", "-o", target, *objects, *paths,
        *(f"-l{name}" for name in names))


def digest(*paths):
    state = hashlib.sha256()
    for path in paths:
        state.update(pathlib.Path(path).read_bytes())
    return state.hexdigest()


def build(idl, source, work, classes, java_home):
    work, classes = pathlib.Path(work).resolve(), pathlib.Path(classes).resolve()
    installation = Installation()
    stamp = f"{digest(idl, source, __file__)} {installation.dds} {installation.version}"
    marker = work / "stamp"
    if marker.is_file() and marker.read_text() == stamp and (classes / "native/opendds" / LIBRARY).is_file():
        return
    print(f"Generating type support for OpenDDS {'.'.join(map(str, installation.version))} ...", flush=True)
    shutil.rmtree(work, ignore_errors=True)
    shutil.rmtree(classes / "kmtf", ignore_errors=True)  # classes that earlier builds generated
    work.mkdir(parents=True)
    classes.mkdir(parents=True, exist_ok=True)
    (work / "kmtf.idl").write_text(adapted(pathlib.Path(idl).read_text(), installation.version))
    generate(installation, work)
    unpack_java(installation, classes)
    compile_native(installation, pathlib.Path(source).resolve(), work, classes, java_home)
    marker.write_text(stamp)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--idl":
        print(adapted(pathlib.Path(sys.argv[2]).read_text(), Installation().version), end="")
    elif len(sys.argv) == 7 and sys.argv[1] == "--build":
        build(*sys.argv[2:])
    else:
        sys.exit(__doc__)
