import type { Tree } from '../tidy/tree.ts';
import type { Fault } from './faults.ts';

/**
 * Groups faults that can be injected together: the tests of one import no file with another's fault, and no two expect
 * the same test. Journeys and pages import nothing of the product, so there only the latter applies. Trials kill and
 * restart everything, so each runs alone.
 */
export function groupFaults(
  faults: readonly Fault[],
  { sources }: Pick<Tree, 'sources'>,
): readonly (readonly Fault[])[] {
  const importsOf = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target, when }) => (target.kind === 'file' && when !== 'erased' ? [target.path] : [])),
    ]),
  );
  const reach = (fault: Fault) => {
    const tests = [...importsOf.keys()].filter((path) => expectsFile(fault, path));
    const reached = new Set(tests);
    for (const path of reached) for (const next of importsOf.get(path) ?? []) reached.add(next);
    return reached;
  };
  const reached = new Map(faults.map((fault) => [fault, reach(fault)]));
  const disturbs = (one: Fault, other: Fault) =>
    reached.get(one)?.has(other.file) === true || one.expects.some((name) => isExpected(other, name));
  const groups: Fault[][] = [];
  for (const fault of faults) {
    const fits = ([first, ...rest]: Fault[]) =>
      !isAlone(fault) && [first, ...rest].every((it) => it && !disturbs(it, fault) && !disturbs(fault, it));
    const group = groups.find(fits);
    if (group === undefined) groups.push([fault]);
    else group.push(fault);
  }
  return groups;
}

const isAlone = ({ tiers: [tier] }: Fault) => tier === 'trials' || tier === 'bench' || tier === 'check';

export const isExpected = ({ expects }: Fault, where: string): boolean => expects.some((name) => where.includes(name));

const expectsFile = (fault: Fault, path: string) => /\.(?:test|spec)\.tsx?$/.test(path) && isExpected(fault, path);
