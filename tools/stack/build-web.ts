import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { REPOSITORY, WEB } from '../dev/processes.ts';

const built = new Set<string>();

/** Builds the web app as users get it, or another kind of it into a folder of its own, once; answers that folder. */
export function buildWeb(kind?: 'pseudo'): string {
  const vite = join(REPOSITORY, 'node_modules/.bin/vite');
  const folder = kind === undefined ? 'dist' : `dist-${kind}`;
  const more = kind === undefined ? [] : ['--mode', kind, '--outDir', folder];
  if (built.has(folder)) return join(WEB, folder);
  const { status } = spawnSync(vite, ['build', '--logLevel', 'warn', ...more], { cwd: WEB, stdio: 'inherit' });
  if (status !== 0) throw new Error('the web app could not be built');
  built.add(folder);
  return join(WEB, folder);
}
