import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Change } from '../affected/change.ts';
import type { Selection } from '../affected/select.ts';
import { REPOSITORY } from '../dev/processes.ts';

/** Returns the selection; `affected` prints meanwhile, one line per tier, what runs, what does not, and why. */
export function readSelection(): Selection & { readonly change: Change } {
  const program = join(REPOSITORY, 'tools/affected/affected.ts');
  const answer = execFileSync(process.execPath, [program, '--json'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(answer) as Selection & { change: Change }; // Our own tool's output.
}
