import type { TestProject } from 'vitest/node';
import { BROWSER_PROGRAM } from '../browser/index.ts';
import { buildWeb } from './build-web.ts';
import { startStack } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: { edgeUrl: string; mailsUrl: string; smsUrl: string; browserProgram: string };
  }
}

/** Once per run of the journeys: the built app and the whole product behind one origin, two of everything that may be two. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb();
  const stack = await startStack('e2e', { apis: 2, gateways: 2, feeds: 2, engines: 1 });
  const { edgeUrl, mailsUrl, smsUrl } = stack;
  project.provide('stack', { edgeUrl, mailsUrl, smsUrl, browserProgram: BROWSER_PROGRAM });
  return stack.stop;
}
