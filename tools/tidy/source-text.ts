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
 * Import with its kind: `erased` never exists at run time, `lazy` runs after startup; only `load` determines startup
 * order.
 */
export type Import = {
  readonly specifier: string;
  readonly line: number;
  readonly when: 'load' | 'lazy' | 'erased';
};

const NAMES = /(?:[\w$]+\s*,?\s*)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^{}]*\})?/.source;
const STATIC = new RegExp(
  `(?<![\\w$.])(?:import|export)\\s*(type\\b(?!\\s*from\\s*["'])\\s*)?(?:${NAMES}\\s*\\bfrom\\s*)?(["'])`,
  'g',
);
const DYNAMIC = /(?<![\w$.])import\s*\(\s*(["'`])/g;

/**
 * Returns every module a source imports, in the order of the text. `code` is the mask of `text`: comments and strings
 * are blank there, so only real imports match, and the name is read from `text`.
 */
export function findImports(text: string, code: string): Import[] {
  const found: (Import & { at: number })[] = [];
  const add = (match: RegExpExecArray, quote: string | undefined, when: Import['when']) => {
    const from = match.index + match[0].length;
    const specifier = text.slice(from, code.indexOf(quote ?? '', from));
    if (!specifier.includes('${')) found.push({ specifier, line: lineAt(text, match.index), when, at: match.index });
  };
  for (const match of code.matchAll(STATIC)) add(match, match[2], match[1] === undefined ? 'load' : 'erased');
  for (const match of code.matchAll(DYNAMIC)) add(match, match[1], 'lazy');
  return found.sort((a, b) => a.at - b.at).map(({ specifier, line, when }) => ({ specifier, line, when }));
}
