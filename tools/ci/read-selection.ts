import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Change } from '../affected/change.ts';
import type { Selection } from '../affected/select.ts';
import { REPOSITORY } from '../dev/processes.ts';

/** Prints one line per tier, what runs, what does not, and why, and returns the selection. */
export function readSelection(): Selection & { readonly change: Change } {
  const affected = (...args: string[]) => [join(REPOSITORY, 'tools/affected/affected.ts'), ...args];
  execFileSync(process.execPath, affected(), { cwd: REPOSITORY, stdio: 'inherit' });
  const answer = execFileSync(process.execPath, affected('--json'), { cwd: REPOSITORY, encoding: 'utf8' });
  return JSON.parse(answer) as Selection & { change: Change }; // Our own tool's output.
}
