import { readdirSync, readFileSync } from 'node:fs';

/** Clock tick in which Linux counts CPU time, on all common machines. */
const MS_PER_TICK = 10;

/** A process: its parent, its CPU time, and that of the children it has waited for. */
type Process = { readonly parent: number; readonly ownMs: number; readonly waitedForMs: number };

/**
 * Reads the CPU time so far of everything that this process started and that still runs, without some children and what
 * they started. A server process of PostgreSQL that has ended is counted by its parent, which waited for it; a direct
 * child of this process that has ended is not counted any more. 0 where there is no /proc.
 */
export function readDescendantsCpuMs(except: readonly (number | undefined)[] = [], of = process.pid): number {
  const all = readProcesses();
  const sumBelow = (parent: number): number =>
    [...all].reduce((sum, [pid, each]) => {
      if (each.parent !== parent || except.includes(pid)) return sum;
      return sum + each.ownMs + each.waitedForMs + sumBelow(pid);
    }, 0);
  return sumBelow(of);
}

/** Reads the CPU time of all children that this process has waited for, and of theirs. */
export const readWaitedForCpuMs = (): number => readProcess(process.pid)?.waitedForMs ?? 0;

function readProcesses(): ReadonlyMap<number, Process> {
  const found = new Map<number, Process>();
  for (const name of listFolder('/proc')) {
    const pid = Number(name);
    const each = Number.isNaN(pid) ? undefined : readProcess(pid);
    if (each !== undefined) found.set(pid, each);
  }
  return found;
}

function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return []; // Not Linux.
  }
}

function readProcess(pid: number): Process | undefined {
  try {
    return parseProcess(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined; // It has ended.
  }
}

/** Positions after the name, which may contain spaces and brackets: the parent, then user and system time, twice. */
const PARENT = 1;
const TIMES = 11;

export function parseProcess(text: string): Process {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sumAt = (index: number) => ((fields[index] ?? 0) + (fields[index + 1] ?? 0)) * MS_PER_TICK;
  return { parent: fields[PARENT] ?? 0, ownMs: sumAt(TIMES), waitedForMs: sumAt(TIMES + 2) };
}
