import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cycles } from './cycles.ts';
import { dependencies } from './dependencies.ts';
import { directions } from './directions.ts';
import { doors } from './doors.ts';
import { environment } from './environment.ts';
import { findTop, listFiles } from './git-files.ts';
import { leftovers } from './leftovers.ts';
import { lock } from './lock.ts';
import { money } from './money.ts';
import { names } from './names.ts';
import { purity } from './purity.ts';
import { ranks } from './ranks.ts';
import { readme } from './readme.ts';
import { spec } from './spec.ts';
import { makeTree, type Rule, type Tree } from './tree.ts';

const RULES: readonly Rule[] = [
  ranks,
  doors,
  directions,
  dependencies,
  environment,
  purity,
  money,
  readme,
  cycles,
  leftovers,
  names,
  spec,
  lock,
];

/** Runs every rule and returns the result as lines, one per finding, or a single line if there is none. */
function report(tree: Tree): { readonly isTidy: boolean; readonly lines: readonly string[] } {
  const waiting = RULES.filter(({ applies }) => applies !== undefined && !applies(tree)).map(({ name }) => name);
  const lines = RULES.flatMap(({ name, check }) =>
    check(tree).map(({ path, line, advice }) => `${path}:${line}: ${name}: ${advice}`),
  );
  if (lines.length > 0) return { isTidy: false, lines: [...lines, `tidy: ${lines.length} to change.`] };
  const later = waiting.length > 0 ? ` (not yet applicable: ${waiting.join(', ')})` : '';
  const counts = `${tree.sources.length} of ${tree.files.length} files read, ${RULES.length} rules checked`;
  return { isTidy: true, lines: [`tidy: ${counts}${later}.`] };
}

/** Files whose text rules read; for any other file only the path matters. */
const READ = /\.(?:[cm]?[jt]s|[jt]sx|sql|css|html)$|(?:^|\/)package\.json$|^package-lock\.json$|^docs\/spec\//;

const top = findTop(process.cwd());
const files = listFiles(top)
  .filter((path) => existsSync(join(top, path)))
  .map((path) => ({ path, text: READ.test(path) ? readFileSync(join(top, path), 'utf8') : '' }));

const { isTidy, lines } = report(makeTree(files));
console.log(lines.join('\n'));
process.exitCode = isTidy ? 0 : 1;
