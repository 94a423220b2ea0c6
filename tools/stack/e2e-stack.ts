import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { REPOSITORY, WEB } from '../dev/processes.ts';
import { startStack } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: { edgeUrl: string; mailsUrl: string };
  }
}

/** Once per run of the journeys: the built app and the whole product behind one origin, two of everything that may be two. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const vite = join(REPOSITORY, 'node_modules/.bin/vite');
  const built = spawnSync(vite, ['build', '--logLevel', 'warn'], { cwd: WEB, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the web app could not be built');
  const stack = await startStack('e2e', { apis: 2, gateways: 2 });
  project.provide('stack', { edgeUrl: stack.edgeUrl, mailsUrl: stack.mailsUrl });
  return stack.stop;
}
