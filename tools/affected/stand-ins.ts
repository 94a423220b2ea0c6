import type { Source, Tree } from '../tidy/tree.ts';
import { filesNaming, tablesAddedBy } from './additive.ts';
import { filesAddedTo } from './barrels.ts';
import type { Change } from './change.ts';

type ChangedFiles = Extract<Change, { readonly files: readonly string[] }>;

export type StandIns = {
  /** The changed files for which nothing stands in. */
  readonly files: readonly string[];
  /** Unchanged files that stand in for the others: what uses them counts, but no rule. */
  readonly instead: readonly string[];
  /** Numbers of the migrations that only add. */
  readonly additions: readonly number[];
};

const MIGRATION = /^apps\/server\/migrations\/(\d+)_/;
const CATALOGUE = /^packages\/i18n\/src\/([a-z]+)\/[^/]+\.json$/;
/** Features whose texts the server reads: rules cover them. */
const OF_THE_SERVER = ['kyc', 'mail', 'notice', 'refusal', 'statement'];

/**
 * Narrows what every database or page reads, but few use: in place of a new migration that only adds count the files
 * that name its tables, of a barrel that only exports more the files behind the new names, of changed texts the files
 * of the app that show them. Texts that are only added count for nothing: what shows them has changed too.
 */
export function standInsFor(change: ChangedFiles, tree: Tree): StandIns {
  const textOf = new Map(tree.files.map(({ path, text }) => [path, text]));
  const additions: number[] = [];
  const standInsOf = (path: string): readonly string[] | undefined => {
    const now = textOf.get(path) ?? '';
    const before = change.before[path];
    const number = MIGRATION.exec(path)?.[1];
    if (number !== undefined) {
      const tables = change.added.includes(path) ? tablesAddedBy(now) : undefined;
      if (tables !== undefined) additions.push(Number(number));
      return tables && filesNaming(tables, tree);
    }
    const feature = CATALOGUE.exec(path)?.[1];
    if (feature === undefined) return before === undefined ? undefined : filesAddedTo(path, before, tree);
    if (before !== undefined && now !== '' && isOnlyLonger(before, now)) return [];
    const showing = OF_THE_SERVER.includes(feature) ? [] : filesShowing(feature, tree);
    return showing.length > 0 ? showing : undefined;
  };
  const replaced = change.files.map((path) => ({ path, instead: standInsOf(path) }));
  return {
    files: replaced.flatMap(({ path, instead }) => (instead === undefined ? [path] : [])),
    instead: [...new Set(replaced.flatMap(({ instead }) => instead ?? []))],
    additions,
  };
}

/** Whether a catalogue has all the texts of before, unchanged. */
function isOnlyLonger(before: string, now: string): boolean {
  const texts = textsIn(now);
  return Object.entries(textsIn(before)).every(([key, text]) => texts[key] === text);
}

const textsIn = (catalogue: string) => JSON.parse(catalogue) as Readonly<Record<string, string>>; // Our own file.

/** Returns the files of the app that load a feature's texts or name one of them. */
function filesShowing(feature: string, { sources }: Tree): string[] {
  const named = new RegExp(`['"\`]${feature}\\.[a-z]|\\btexts:\\s*\\[[^\\]]*'${feature}'`);
  const isShown = ({ path, uncommented }: Source) =>
    path.startsWith('apps/web/src/') && !path.includes('.test.') && named.test(uncommented);
  return sources.filter(isShown).map(({ path }) => path);
}
