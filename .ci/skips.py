"""Compares what was skipped with the list of what may be: skips.py ALLOWED STEPS ROOT

ALLOWED is the list, STEPS a file with a line per skipped step, ROOT the tree whose test reports count. Exit status 1 names every
skip that is not on the list.
"""

import os
import re
import sys
import xml.etree.ElementTree as xml

PREFIX = re.compile(r"^org\.opentest4j\.TestAbortedException: (Assumption failed: )?")


def allowed_patterns(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                pattern, _, reason = line.rstrip("\n").partition("  ")
                if not reason:
                    sys.exit(f"{path}: no reason given for {pattern}")
                yield re.compile(pattern), reason


def skipped_tests(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if f not in (".git", "src", "node_modules")]
        if os.path.basename(folder) not in ("surefire-reports", "failsafe-reports"):
            continue
        for name in files:
            if name.startswith("TEST-") and name.endswith(".xml"):
                for case in xml.parse(os.path.join(folder, name)).getroot().iter("testcase"):
                    skip = case.find("skipped")
                    if skip is not None:
                        words = (skip.get("message") or skip.text or "no reason given").strip().splitlines()
                        reason = PREFIX.sub("", words[0]) if words else ""
                        yield f"{case.get('classname', '').rpartition('.')[2]}.{case.get('name', '')}: {reason}"


def main():
    patterns = list(allowed_patterns(sys.argv[1]))
    with open(sys.argv[2], encoding="utf-8") as lines:
        skips = [line.rstrip("\n") for line in lines] + sorted(skipped_tests(sys.argv[3]))
    counts = dict.fromkeys((reason for _, reason in patterns), 0)
    strange = []
    for skip in skips:
        reason = next((reason for pattern, reason in patterns if pattern.fullmatch(skip)), None)
        if reason is None:
            strange.append(skip)
        else:
            counts[reason] += 1
    for reason, count in counts.items():
        print(f"{count:4d} allowed skips: {reason}")
    for skip in strange:
        print(f"NOT ALLOWED to be skipped: {skip}")
    return 1 if strange else 0


sys.exit(main())
