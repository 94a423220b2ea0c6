import type { TestProject } from 'vitest/node';
import { BROWSER_PROGRAM } from '../browser/index.ts';
import { buildWeb } from './build-web.ts';
import { openStack, SHARED_SHAPE } from './shared-stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: { edgeUrl: string; mailsUrl: string; smsUrl: string; browserProgram: string };
  }
}

/**
 * Provides the built app and the whole product behind one origin, shared or started here, once per run of the journeys.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb();
  const { edgeUrl, mailsUrl, smsUrl, stop } = await openStack('e2e', SHARED_SHAPE);
  project.provide('stack', { edgeUrl, mailsUrl, smsUrl, browserProgram: BROWSER_PROGRAM });
  return stop;
}
