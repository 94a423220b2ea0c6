/** Returns the line number of a position, counted from one. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** The same text three times, with identical lines and columns and other kinds of text replaced by spaces. */
export type Masks = {
  /** Code only: comments and the contents of strings and regular expressions are blank. */
  readonly code: string;
  /** Code and strings: comments are blank. */
  readonly uncommented: string;
  /** Comments only. */
  readonly comments: string;
};

type Kind = 'code' | 'comment' | 'quoted';
type Run = { readonly kind: Kind; readonly from: number; readonly to: number };

/** Starts of text that is not code. An unclosed quote ends with its line, as in JSX text. */
const OPENING =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|(['"])(?:\\[\s\S]|(?!\1)[^\\\n])*\1?|[`{}]|\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/g;
const TEMPLATE_TEXT = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y;
const BEFORE_REGEXP = /(?:^|[=(,;:[!&|?{]|=>|\b(?:return|typeof|case|in|of|throw|else|await|yield))$/;

/** Blanks comments and strings, so that a rule can search for identifiers without matching prose. */
export function mask(text: string): Masks {
  const runs = cut(text);
  const blank = text.replace(/.+/g, (line) => ' '.repeat(line.length));
  const keep = (...kinds: Kind[]) =>
    runs.map(({ kind, from, to }) => (kinds.includes(kind) ? text : blank).slice(from, to)).join('');
  return { code: keep('code'), uncommented: keep('code', 'quoted'), comments: keep('comment') };
}

/** Splits a source into contiguous runs. */
function cut(text: string): Run[] {
  const runs: Run[] = [];
  const bracesOpenInTemplate: number[] = [];
  let done = 0;
  const add = (kind: Kind, to: number) => {
    runs.push({ kind, from: done, to });
    done = to;
  };
  const addTemplateText = () => {
    TEMPLATE_TEXT.lastIndex = done;
    const chunk = TEMPLATE_TEXT.exec(text)?.[0] ?? '';
    const closing = chunk.endsWith('${') ? 2 : chunk.endsWith('`') ? 1 : 0;
    add('quoted', done + chunk.length - closing);
    add('code', done + closing);
    if (closing === 2) bracesOpenInTemplate.push(0);
  };

  for (let opening = next(text, 0); opening !== null; opening = next(text, done)) {
    const [token] = opening;
    const end = opening.index + token.length;
    if (token.startsWith('//') || token.startsWith('/*')) {
      add('code', opening.index);
      add('comment', end);
    } else if (token.startsWith('/')) {
      const isRegexp = BEFORE_REGEXP.test(codeBefore(text, opening.index));
      add('code', opening.index + 1);
      if (isRegexp) add('quoted', end);
    } else if (token === '`') {
      add('code', end);
      addTemplateText();
    } else if (token === '{' || token === '}') {
      add('code', end);
      const open = bracesOpenInTemplate.pop();
      if (open === undefined) continue;
      if (token === '}' && open === 0) addTemplateText();
      else bracesOpenInTemplate.push(token === '{' ? open + 1 : open - 1);
    } else {
      const isClosed = token.length > 1 && token.endsWith(token.charAt(0));
      add('code', opening.index + 1);
      add('quoted', isClosed ? end - 1 : end);
      if (isClosed) add('code', end);
    }
  }
  add('code', text.length);
  return runs;
}

function next(text: string, from: number): RegExpExecArray | null {
  OPENING.lastIndex = from;
  return OPENING.exec(text);
}

/** Returns the end of the code before a slash, which distinguishes a regular expression from a division. */
function codeBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(Math.max(0, end - 12), end);
}

/**
 * One name that an import takes from its module, and its name afterwards. `*` is everything the module exports: under
 * the name of a namespace, or without a name.
 */
export type Taken = { readonly name: string; readonly as: string };

/**
 * Import with its kind: `erased` never exists at run time, `lazy` runs after startup; only `load` determines startup
 * order.
 */
export type Import = {
  readonly specifier: string;
  readonly line: number;
  readonly when: 'load' | 'lazy' | 'erased';
  /** What exists at run time, so without types. */
  readonly taken: readonly Taken[];
  /** Whether the module exports again what it takes. */
  readonly isPassedOn: boolean;
};

const NAMES = /(?:[\w$]+\s*,?\s*)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^{}]*\})?/.source;
const STATIC = new RegExp(
  `(?<![\\w$.])(?<verb>import|export)\\s*(?<type>type\\b(?!\\s*from\\s*["'])\\s*)?(?:(?<names>${NAMES})\\s*\\bfrom\\s*)?(?<quote>["'])`,
  'g',
);
const DYNAMIC = /(?<![\w$.])import\s*\(\s*(?<quote>["'`])/g;
const EVERYTHING: readonly Taken[] = [{ name: '*', as: '' }];

/**
 * Returns every module a source imports, in the order of the text. `code` is the mask of `text`: comments and strings
 * are blank there, so only real imports match, and the name is read from `text`.
 */
export function findImports(text: string, code: string): Import[] {
  const found: (Import & { at: number })[] = [];
  const add = (match: RegExpExecArray, kind: Pick<Import, 'when' | 'taken' | 'isPassedOn'>) => {
    const from = match.index + match[0].length;
    const specifier = text.slice(from, code.indexOf(match.groups?.quote ?? '', from));
    if (specifier.includes('${')) return;
    found.push({ specifier, line: lineAt(text, match.index), ...kind, at: match.index });
  };
  for (const match of code.matchAll(STATIC)) {
    const { verb, type, names } = match.groups ?? {};
    const isErased = type !== undefined;
    const taken = isErased ? [] : names === undefined ? EVERYTHING : takenBy(names);
    add(match, { when: isErased ? 'erased' : 'load', taken, isPassedOn: verb === 'export' });
  }
  for (const match of code.matchAll(DYNAMIC)) add(match, { when: 'lazy', taken: EVERYTHING, isPassedOn: false });
  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...each }) => each);
}

/** Reads the part before `from`, such as `a, { b as c, type D }`; a name in quotes counts as everything. */
function takenBy(names: string): Taken[] {
  const [, first, rest = ''] = /^\s*([\w$]+)?\s*,?\s*([\s\S]*)$/.exec(names) ?? [];
  const own = first === undefined ? [] : [{ name: 'default', as: first }];
  if (rest.startsWith('*')) return [...own, { name: '*', as: /\bas\s+([\w$]+)/.exec(rest)?.[1] ?? '' }];
  const listed = rest.replace(/^\{|\}\s*$/g, '').split(',');
  return [...own, ...listed.flatMap((each) => readName(each.trim()))];
}

function readName(written: string): Taken[] {
  if (written === '' || /^type\s+(?!as\b)/.test(written)) return [];
  const [, name, as] = /^([\w$]+)(?:\s+as\s+([\w$]+))?$/.exec(written) ?? [];
  return name === undefined ? [...EVERYTHING] : [{ name, as: as ?? name }];
}
