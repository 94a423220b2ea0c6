import { checkFlaky } from './flaky.ts';
import { directions, doors, ranks } from './import-rules.ts';
import { lock } from './lock.ts';
import { spec } from './spec.ts';
import { leftovers, money, names, purity, readme } from './text-rules.ts';
import { findTop, type Rule, readTree, type Tree } from './tree.ts';
import { pollLimits, sleeps } from './waiting-rules.ts';

const RULES: readonly Rule[] = [
  ranks,
  doors,
  directions,
  purity,
  money,
  readme,
  leftovers,
  names,
  sleeps,
  pollLimits,
  spec,
  lock,
];

/** Runs every rule and returns the result as lines, one per finding, or a single line if there is none. */
function report(top: string, tree: Tree): { readonly isTidy: boolean; readonly lines: readonly string[] } {
  const waiting = RULES.filter(({ applies }) => applies !== undefined && !applies(tree)).map(({ name }) => name);
  const found = [
    ...RULES.map(({ name, check }) => ({ name, findings: check(tree) })),
    { name: 'flaky', findings: checkFlaky(top) },
  ];
  const lines = found.flatMap(({ name, findings }) =>
    findings.map(({ path, line, advice }) => `${path}:${line}: ${name}: ${advice}`),
  );
  if (lines.length > 0) return { isTidy: false, lines: [...lines, `tidy: ${lines.length} to change.`] };
  const later = waiting.length > 0 ? ` (not yet applicable: ${waiting.join(', ')})` : '';
  const counts = `${tree.sources.length} of ${tree.files.length} files read, ${found.length} rules checked`;
  return { isTidy: true, lines: [`tidy: ${counts}${later}.`] };
}

const top = findTop(process.cwd());
const { isTidy, lines } = report(top, readTree(top));
console.log(lines.join('\n'));
process.exitCode = isTidy ? 0 : 1;
