"""Makes relative links that lead nowhere plain text, in all Markdown pages below a directory.

    python3 deploy/bundle/plain-links.py DIRECTORY

A link leads nowhere when its file is not below DIRECTORY, or when the page that it names has no such place.
"""

import os
import pathlib
import re
import sys

CODE = r"(?P<code>^[ \t]*```.*?^[ \t]*```[ \t]*$|`[^`\n]+`)"
LINK = r"\[(?P<text>(?:`[^`\n]*`|[^\[\]`])*)\]\((?P<target>[^()\s]+)\)"
CODE_OR_LINK = re.compile(CODE + r"|(?<!!)" + LINK, re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^[ \t]*```.*?^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.MULTILINE)


def anchors(page):
    """Those of the headings of a page, of which one that comes again has a number, and those that it sets itself."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    seen = {}
    found = set(re.findall(r'<a id="([^"]+)"', text))
    for heading in HEADING.findall(text):
        name = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        found.add(f"{name}-{seen[name]}" if name in seen else name)
        seen[name] = seen.get(name, 0) + 1
    return found


def leads_somewhere(page, target, top):
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", target):
        return True
    name, _, anchor = target.partition("#")
    file = pathlib.Path(os.path.normpath(page.parent / name)) if name else page
    if not file.is_relative_to(top) or not file.exists():
        return False
    return not anchor or file.suffix != ".md" or anchor in anchors(file)


def mend(page, top):
    def plain(found):
        if found["code"] or leads_somewhere(page, found["target"], top):
            return found[0]
        return found["text"]

    text = page.read_text(encoding="utf-8")
    mended = CODE_OR_LINK.sub(plain, text)
    if mended != text:
        page.write_text(mended, encoding="utf-8")


top = pathlib.Path(os.path.abspath(sys.argv[1]))
for each in sorted(top.rglob("*.md")):
    mend(each, top)
