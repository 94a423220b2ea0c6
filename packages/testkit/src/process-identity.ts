import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A pid with its start time; unlike a pid alone, it is never reused. */
export type ProcessIdentity = { readonly pid: number; readonly started: string };

/** Returns the start time of a running process, in digits; undefined if there is none. A zombie counts as none. */
export function startOf(pid: number): string | undefined {
  try {
    return existsSync('/proc/self/stat') ? startFromProc(pid) : startFromPs(pid);
  } catch {
    return undefined; // No such process.
  }
}

export const isRunning = ({ pid, started }: ProcessIdentity): boolean => startOf(pid) === started;

/** Returns the identity of this process, as used in its folder names. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? '0' };
}

/**
 * Reads the start time from `pid (name) state parent …`: the name may contain spaces and brackets, the 22nd field is
 * the start in ticks since boot.
 */
function startFromProc(pid: number): string | undefined {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const hasEnded = fields[0] === 'Z' || fields[0] === 'X';
  return hasEnded ? undefined : fields[19];
}

/** Reads the start time where there is no /proc, as on macOS. */
function startFromPs(pid: number): string | undefined {
  const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  const ms = Date.parse(text.trim());
  return Number.isNaN(ms) ? undefined : String(ms);
}
