/**
 * Returns a message's parameters: every placeholder with its kind, and the cases of a `select`. The cases of a `plural`
 * depend on the language and are omitted.
 */
export function blanksOf(message: string): string[] {
  const found = new Set<string>();
  collect(unquote(message), found);
  return [...found].sort();
}

/** Removes quoted braces, which are literal text, and doubled apostrophes. */
const unquote = (message: string) => message.replace(/''/g, '').replace(/'[{}][^']*'/g, '');

function collect(message: string, found: Set<string>): void {
  for (const inside of bracedParts(message)) {
    const [, name = '', kind = 'plain', rest = ''] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*,?([\s\S]*))?$/.exec(inside) ?? [];
    const cases = [...casesOf(rest)];
    const names = kind === 'select' ? ` ${cases.map(([label]) => label).sort()}` : '';
    found.add(`${name}:${kind}${names}`);
    for (const [, text] of cases) collect(text, found);
  }
}

/** Returns the contents of the outermost braces; an unclosed one extends to the end. */
function bracedParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, letter] of [...text].entries()) {
    if (letter === '{' && depth++ === 0) start = index + 1;
    if (letter === '}' && --depth === 0) parts.push([...text].slice(start, index).join(''));
  }
  return depth > 0 ? [...parts, [...text].slice(start).join('')] : parts;
}

function* casesOf(rest: string): Generator<[label: string, text: string]> {
  const texts = bracedParts(rest);
  const labels = texts.reduce((left, text) => left.replace(`{${text}}`, '\n'), rest).split('\n');
  for (const [index, text] of texts.entries()) yield [(labels[index] ?? '').trim(), text];
}
