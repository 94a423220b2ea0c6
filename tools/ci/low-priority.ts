import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `nice` alone has no effect here: Linux shares the processors between sessions first (autogroups), and each
 * command of a step, and each backend of PostgreSQL, is a session of its own. Only a control group holds them together.
 */
type Kind = { readonly folder: string; readonly weight: string; readonly value: string };

/**
 * Together as much as one session, in shares of version 1 and the weight of version 2: with less they would starve beside
 * other work on the machine.
 */
const KINDS: readonly Kind[] = [
  { folder: '/sys/fs/cgroup/cpu', weight: 'cpu.shares', value: '1024' },
  { folder: '/sys/fs/cgroup', weight: 'cpu.weight', value: '100' },
];
const PREFIX = 'tidemark-low-';

/** Group whose processes count as one session, however many they are. A shell joins it by writing its pid into `members`. */
export type LowPriority = { readonly members: string; close(): void };

/** Makes such a group; undefined where this process may not, and then `nice` has to do. */
export function openLowPriority(kinds: readonly Kind[] = KINDS): LowPriority | undefined {
  for (const { folder, weight, value } of kinds) {
    const own = join(folder, `${PREFIX}${process.pid}`);
    try {
      for (const left of readdirSync(folder).filter(isLeftOver)) remove(join(folder, left));
      mkdirSync(own);
      writeFileSync(join(own, weight), value, { flag: 'r+' });
      return { members: join(own, 'cgroup.procs'), close: () => remove(own) };
    } catch {
      remove(own); // No such controller, or no right to it.
    }
  }
  return undefined;
}

/** Whether a group was made by a process that is gone, or by an earlier call of this one. */
function isLeftOver(name: string): boolean {
  const pid = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
  return pid !== undefined && (pid === String(process.pid) || !existsSync(`/proc/${pid}`));
}

/** Removes a group without members; one that has some, or is not there, is left. */
function remove(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // It is another run's, or never was.
  }
}
