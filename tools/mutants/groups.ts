import type { Tree } from '../tidy/tree.ts';
import type { Fault } from './faults.ts';

/**
 * Faults that can be injected together: what one's tests import has no other's fault in it, and no two expect the same. Journeys
 * and pages import nothing of the product, so there only the latter counts. Trials kill and restart everything: each is alone.
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
