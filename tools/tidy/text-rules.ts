import { lineAt } from './source-text.ts';
import type { Finding, Rule, Source, SourceFile, Tree } from './tree.ts';

type Ban = { readonly text: RegExp; readonly advice: string };

const CLOCK = 'a rule gets the time as a parameter, so that it can be recomputed.';
const CHANCE = 'a rule gets its randomness as a parameter, so that it can be recomputed.';
const WAITING = 'a rule never waits; let the caller decide when to call it.';
const NOT_PURE: readonly Ban[] = [
  { text: /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^\s)])|(?<![\w$.]|new\s+)Date\s*\(/g, advice: CLOCK },
  { text: /\bperformance\s*\.\s*(?:now|timeOrigin)\b|\bTemporal\s*\.\s*Now\b/g, advice: CLOCK },
  { text: /\bMath\s*\.\s*random\b|\bcrypto\s*\.\s*(?:random\w*|getRandomValues)\b/g, advice: CHANCE },
  { text: /(?<![\w$.])(?:randomUUID|randomBytes|randomInt|getRandomValues)\s*\(/g, advice: CHANCE },
  { text: /\b(?:setTimeout|setInterval|setImmediate)\b/g, advice: WAITING },
];
const PURE = /^packages\/(?:base|money|domain|matching|verifier)\//;

/** Requires money rules to be deterministic: same result later, on another machine, and in the user's browser. */
export const purity: Rule = {
  name: 'purity',
  check: ({ sources }: Tree) =>
    sources
      .filter(({ path, isTest }) => PURE.test(path) && !isTest)
      .flatMap(({ path, code }) => findMatches(path, code, NOT_PURE)),
};

const LOSES_MONEY: readonly Ban[] = [
  {
    text: /(?<![\w$.])Number\s*[(),]|\bparse(?:Float|Int)\s*[(),]/g,
    advice: 'a float loses money; parse and compute with @app/money.',
  },
  {
    text: /\.\s*to(?:Fixed|Precision)\s*\(|\bMath\s*\.\s*(?:round|floor|ceil|trunc)\b/g,
    advice: 'round with @app/money, where the direction is written out.',
  },
];
const HOLDS_MONEY = /^packages\/(?:money|domain)\/|^apps\/server\/src\/modules\/[^/]+\/(?:.+\.)?postings\.ts$/;
const ESCAPE = 'tidy: not money';

/**
 * Forbids conversion to `number` and rounding by it where money is computed: an amount cannot leave its type without
 * one of these identifiers. Counts and times may; their line ends with the escape.
 */
export const money: Rule = {
  name: 'money',
  check: ({ sources }: Tree) =>
    sources
      .filter(({ path, isTest }) => HOLDS_MONEY.test(path) && !isTest)
      .flatMap(({ path, code, comments }) => {
        const remarks = comments.split('\n');
        return findMatches(path, code, LOSES_MONEY)
          .filter(({ line }) => !remarks[line - 1]?.includes(ESCAPE))
          .map(({ line, advice }) => ({
            path,
            line,
            advice: `${advice} If it is no money, end the line with // ${ESCAPE}`,
          }));
      }),
};

/** The rest is Biome's: `process.env`, `it.only`, `it.skip`, `console`, `debugger`. */
const ENVIRONMENT: Ban = {
  text: /\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b(?!\s*\.)/g,
  advice: 'only config.ts reads the environment; take the value from the configuration.',
};
const SKIPPED: Ban = {
  text: /\.\s*(?:skip|only)\s*(?:\(|\.\s*each\b)/g,
  advice: 'every test runs; mend it or delete it.',
};
const IN_COMMENTS: readonly Ban[] = [
  { text: /\bFIXME\b/g, advice: 'fix it, or open an issue and name its number.' },
  { text: /\bTODO\b(?!.*#\d)/g, advice: 'do it, or name the issue as #<number>.' },
];
const READS_ENVIRONMENT = /(?:^|\/)config\.ts$|\.config\.[a-z]+$|^tools\//;

/** Forbids temporary code, which tends to stay for years, and forms of it that Biome does not see. */
export const leftovers: Rule = {
  name: 'leftovers',
  check: ({ sources, files }: Tree) => [
    ...sources.flatMap(findLeftovers),
    ...files
      .filter(({ path }) => /\.(?:sql|css|html)$/.test(path))
      .flatMap(({ path, text }: SourceFile) => findMatches(path, text, IN_COMMENTS)),
  ],
};

function findLeftovers({ path, code, comments, isTest }: Source): Finding[] {
  const bans = [...(READS_ENVIRONMENT.test(path) ? [] : [ENVIRONMENT]), ...(isTest ? [SKIPPED] : [])];
  return [...findMatches(path, code, bans), ...findMatches(path, comments, IN_COMMENTS)];
}

/** Finds banned text in one masked source. */
function findMatches(path: string, masked: string, bans: readonly Ban[]): Finding[] {
  return bans
    .flatMap(({ text, advice }) =>
      [...masked.matchAll(text)].map((match) => {
        const found = match[0].replace(/\s+/g, ' ').trim();
        return { path, line: lineAt(masked, match.index), advice: `${found}: ${advice}` };
      }),
    )
    .sort((a, b) => a.line - b.line);
}

const NAMELESS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'service', 'types'];

/** Requires descriptive file names, because files are found by name. */
export const names: Rule = {
  name: 'names',
  check: ({ sources }: Tree) =>
    sources.flatMap(({ path }) => {
      const parts = (path.split('/').at(-1) ?? '').split('.').slice(0, -1);
      const nameless = parts.find((part) => NAMELESS.includes(part));
      if (nameless === undefined || parts[0] === '') return [];
      return [{ path, line: 1, advice: `${nameless} is no name: name the file after the concept it holds.` }];
    }),
};

const NEEDS_README = /^(?:apps\/server\/src\/modules|packages|tools)\/[^/]+(?=\/)/;

/** Requires a README in every folder with its own owner and purpose, so that it states both. */
export const readme: Rule = {
  name: 'readme',
  check: ({ files }: Tree) => {
    const paths = new Set(files.map(({ path }) => path));
    const folders = new Set([...paths].flatMap((path) => NEEDS_README.exec(path)?.[0] ?? []));
    const advice = 'is missing; say what the folder is for and what is always true of it.';
    return [...folders]
      .map((folder) => `${folder}/README.md`)
      .filter((path) => !paths.has(path))
      .map((path) => ({ path, line: 1, advice }));
  },
};
