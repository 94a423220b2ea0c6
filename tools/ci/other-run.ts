import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that measure: a landing and a full run. */
const MEASURING = ['tools/ci/ci.ts', 'tools/ci/full.ts'];

/** Returns the command of another run on this machine; two at once would measure each other. */
export function findOtherRun(place = '/proc', own: number = process.pid): string | undefined {
  for (const pid of readdirSync(place)) {
    if (!/^\d+$/.test(pid) || Number(pid) === own) continue;
    const [, program = '', ...args] = readCommand(join(place, pid, 'cmdline'));
    if (MEASURING.some((file) => program.endsWith(file))) return [program, ...args].join(' ');
  }
  return undefined;
}

/** Returns the arguments of a process; none if it has ended meanwhile. */
function readCommand(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}
