import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A pid is used again after its process has ended; a pid with its start time is not. */
export type ProcessIdentity = { readonly pid: number; readonly started: string };

/** When a running process started, in digits; undefined if there is none. One that ended unreaped counts as none. */
export function startOf(pid: number): string | undefined {
  try {
    return existsSync('/proc/self/stat') ? startFromProc(pid) : startFromPs(pid);
  } catch {
    return undefined; // Neither of them knows it.
  }
}

export const isRunning = ({ pid, started }: ProcessIdentity): boolean => startOf(pid) === started;

/** This process, as the names of its folders carry it. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? '0' };
}

/** `pid (name) state parent …`: the name may hold spaces and brackets, the 22nd field is the start in ticks since boot. */
function startFromProc(pid: number): string | undefined {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const hasEnded = fields[0] === 'Z' || fields[0] === 'X';
  return hasEnded ? undefined : fields[19];
}

/** Where there is no /proc, as on macOS. */
function startFromPs(pid: number): string | undefined {
  const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  const ms = Date.parse(text.trim());
  return Number.isNaN(ms) ? undefined : String(ms);
}
