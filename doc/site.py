#!/usr/bin/env python3
"""The documents as a site: static HTML with a search.

  site.py OUT GENERATOR SOURCE_FOLDER SAMPLE_FOLDER PAGE.md...

GENERATOR turns Markdown from its input into HTML: "cmark-gfm", "pandoc" or "markdown" (of Python).
Links to .md become links to .html; a link to a page or anchor that is not there ends with an error."""
import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ORDER = """index getting_started tool modelling programming python cookbook hard_contact newer performance
derivatives inverse_kinematics seeing meshes urdf migration plugins cluster errors messages glossary reference api theory
architecture extending accuracy speed changelog""".split()

STYLE = """body{font:16px/1.5 sans-serif;margin:0;color:#222}nav{position:fixed;width:14em;height:100%;overflow:auto;
background:#f4f4f2;padding:1em;box-sizing:border-box}nav a{display:block;padding:.1em 0}main{margin-left:15em;
max-width:60em;padding:1em 2em}pre{background:#f4f4f2;padding:.7em;overflow:auto}code{font-size:90%}
table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:.2em .5em;vertical-align:top;text-align:left}
img{max-width:100%}a{color:#25c;text-decoration:none}#found a{font-size:85%}@media(max-width:50em){nav{position:static;
width:auto;height:auto}main{margin:0}}"""

SEARCH = """const box=document.getElementById('find'),out=document.getElementById('found');
box.oninput=()=>{const w=box.value.toLowerCase();out.innerHTML=w.length<2?'':INDEX.filter(e=>e[0].toLowerCase()
.includes(w)).sort((a,b)=>a[0].length-b[0].length).slice(0,30).map(e=>`<a href="${e[1]}">${e[0]}</a>`).join('')};"""


def cookbook(folder):
    """A page of the recipes, from their programs."""
    out = ["# Cookbook\n\nEach recipe is a program in `sample/cookbook/` that tests itself. `recipe.h` gives `must`, which ends"
           "\nit when something is not true, and `model_of_text` and `load_model`.\n"]
    for file in sorted(folder.glob("*.c")):
        lines = file.read_text().splitlines()
        about = " ".join(l[3:] for l in lines[:1] if l.startswith("// "))
        body = "\n".join(l for l in lines if not l.startswith("//")).strip()
        out.append(f"\n## {file.stem}\n\n{about}\n\n```c\n{body}\n```\n")
    return "".join(out)


def convert(generator, text):
    if generator == "markdown":
        import markdown
        return markdown.markdown(text, extensions=["tables", "fenced_code"])
    command = {"cmark-gfm": ["cmark-gfm", "--unsafe", "-e", "table"], "pandoc": ["pandoc", "-f", "gfm", "-t", "html"]}
    return subprocess.run(command[generator], input=text, capture_output=True, text=True, check=True).stdout


def slug(text):
    return re.sub(r"[^\w\- ]", "", html.unescape(re.sub("<.*?>", "", text)).lower()).strip().replace(" ", "-")


def add_anchors(text, page, index):
    """Headings get ids; they and what has one go into the index of the search."""
    def heading(found):
        level, inner = found.group(1), found.group(2)
        name = slug(inner)
        own = re.search(r'<a id="(.*?)"', inner)
        target = own.group(1) if own else name
        label = own.group(1) if own else html.unescape(re.sub("<.*?>", "", inner)).strip()
        index.append([label, f"{page}.html#{target}"])
        return f'<h{level} id="{name}">{inner}</h{level}>'
    text = re.sub(r"<h([1-4])(?: id=.*?)?>(.*?)</h\1>", heading, text, flags=re.S)
    known = {label for label, _ in index}
    for name in re.findall(r'<a id="(\w+)"', text):
        if name not in known:
            index.append([name, f"{page}.html#{name}"])
    return text


def main(out, generator, source, samples, pages):
    out.mkdir(parents=True, exist_ok=True)
    text = {p.stem: p.read_text() for p in pages}
    text["cookbook"] = cookbook(samples / "cookbook")
    readme = (source.parent / "README.md").read_text()
    text["index"] = re.sub(r"\(doc/", "(", readme)
    names = [n for n in ORDER if n in text] + sorted(set(text) - set(ORDER))
    title = {n: re.search(r"^# (.*)", text[n], re.M).group(1).replace("`", "") for n in names}
    index, body = [], {}
    for n in names:
        made = convert(generator, text[n])
        made = re.sub(r'href="(?:\.\./README|doc/README)\.md', 'href="index.html', made)
        made = re.sub(r'href="(?!http)([\w/]*?)(\w+)\.md', r'href="\2.html', made)
        body[n] = add_anchors(made, n, index)
    ids = {n: set(re.findall(r' id="(.*?)"', body[n])) for n in names}
    wrong = []
    for n in names:
        for page, anchor in re.findall(r'href="(?!http)([\w.]*)(?:#(.*?))?"', body[n]):
            to = page[:-5] if page.endswith(".html") else n if not page else None
            if to is not None and (to not in body or (anchor and anchor not in ids[to])):
                wrong.append(f"{n}: link to {page}#{anchor} leads nowhere")
    links = "".join(f'<a href="{n}.html">{html.escape(title[n])}</a>' for n in names)
    for n in names:
        (out / f"{n}.html").write_text(
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title[n])}</title>'
            f'<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="style.css">'
            f'<nav><input id="find" placeholder="search" aria-label="search"><div id="found"></div>{links}</nav>'
            f'<main>{body[n]}</main><script src="search.js"></script></html>\n')
    (out / "style.css").write_text(STYLE)
    (out / "search.js").write_text(f"const INDEX={json.dumps(index)};\n{SEARCH}\n")
    for picture in [*source.glob("*.png"), *source.glob("*.svg")]:
        shutil.copy(picture, out)
    print("\n".join(wrong), file=sys.stderr)
    print(f"{len(names)} pages, {len(index)} entries in the search, {len(wrong)} broken links")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]), [Path(p) for p in sys.argv[5:]]))
