import { lineAt } from './source-text.ts';
import type { Rule, Source, Tree } from './tree.ts';

/** Tests on real servers, and what they are built from. */
const WAITS = /\.db\.test\.tsx?$|^apps\/server\/test\//;

/** Sleeps that are left, per file, each with its reason. */
const LEFT = 'tools/tidy/sleeps.json';
const SLEEP = /\bsetTimeout\s*\(|\bscheduler\s*\.\s*wait\s*\(/g;
const ALIAS = /\bsetTimeout\s+as\s+(\w+)/g;
const INSTEAD =
  'poll for what the other side says; for something that must not happen, wait until it says that it has looked';

/**
 * Forbids sleeping in tests on real servers: a busy machine needs longer than any sleep, and a quiet one waits for nothing.
 * The sleeps that are left are counted in a list, which must be true, so that it only shrinks.
 */
export const sleeps: Rule = {
  name: 'sleeps',
  check: (tree: Tree) => {
    const left = new Map(Object.entries(readLeft(tree)));
    const found = tree.sources.filter(({ path }) => WAITS.test(path)).map(findSleeps);
    const tooMany = found.flatMap(({ path, lines }) => {
      const allowed = left.get(path)?.count ?? 0;
      const advice = `${lines.length} sleeps where ${LEFT} has ${allowed}: ${INSTEAD}.`;
      return lines.slice(allowed).map((line) => ({ path, line, advice }));
    });
    const counts = new Map(found.map(({ path, lines }) => [path, lines.length]));
    const tooFew = [...left].flatMap(([path, { count }]) => {
      const now = counts.get(path) ?? 0;
      const advice = `${path} has ${now} sleeps, not ${count}: lower its number${now === 0 ? ' by removing it' : ''}.`;
      return now < count ? [{ path: LEFT, line: 1, advice }] : [];
    });
    return [...tooMany, ...tooFew];
  },
};

type Left = Readonly<Record<string, { readonly count: number; readonly why: string }>>;

function readLeft({ files }: Tree): Left {
  const text = files.find(({ path }) => path === LEFT)?.text;
  return text === undefined ? {} : (JSON.parse(text) as Left); // Our own list.
}

/** Returns the lines of a test's sleeps, under whatever name it imports them. */
function findSleeps({ path, code }: Source): { readonly path: string; readonly lines: readonly number[] } {
  const names = [...code.matchAll(ALIAS)].map(([, name]) => name);
  const calls = names.map((name) => new RegExp(`(?<![\\w$.])${name}\\s*\\(`, 'g'));
  const lines = [SLEEP, ...calls].flatMap((call) => [...code.matchAll(call)].map(({ index }) => lineAt(code, index)));
  return { path, lines: lines.sort((a, b) => a - b) };
}

const POLL = /\bexpect\s*\.\s*poll\s*\(/g;
const LIMIT = /\btimeout\s*[:,}]/;
const OPTIONS = /\bconst\s+(\w+)\s*=\s*\{[^{}]*\btimeout\s*[:,}]/g;

/** Forbids a limit of a poll's own in tests on real servers: it can only be shorter than the tier's, or say the same. */
export const pollLimits: Rule = {
  name: 'poll limits',
  check: ({ sources }: Tree) =>
    sources
      .filter(({ path }) => WAITS.test(path))
      .flatMap(({ path, code }) =>
        findLimits(code).map((line) => ({
          path,
          line,
          advice: 'a poll waits as long as its tier allows (`vitest.config.ts`); leave its timeout out.',
        })),
      ),
};

/** Returns the lines of limits: in polls, and in objects that polls name. */
function findLimits(code: string): readonly number[] {
  const calls = [...code.matchAll(POLL)].map(({ index, 0: opening }) => ({
    index,
    text: code.slice(index, endOfCall(code, index + opening.length)),
  }));
  const named = [...code.matchAll(OPTIONS)].filter(([, name]) =>
    calls.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  const own = calls.filter(({ text }) => LIMIT.test(text));
  return [...named, ...own].map(({ index }) => lineAt(code, index)).sort((a, b) => a - b);
}

/** Returns the position of the parenthesis that closes a call. */
function endOfCall(code: string, from: number): number {
  let open = 1;
  let at = from;
  for (; open > 0 && at < code.length; at += 1) open += { '(': 1, ')': -1 }[code.charAt(at)] ?? 0;
  return at;
}
