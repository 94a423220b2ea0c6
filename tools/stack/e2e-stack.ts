import { expectDefined } from '@app/base';
import type { TestProject } from 'vitest/node';
import { BROWSER_PROGRAM } from '../browser/index.ts';
import { buildWeb } from './build-web.ts';
import { openStack, SHARED_SHAPE } from './shared-stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: {
      edgeUrl: string;
      adminUrl: string;
      apiUrls: readonly string[];
      mailsUrl: string;
      smsUrl: string;
      ownerUrl: string;
      /** The local chain on which users deposit, and its test USDT. */
      chain: { url: string; usdt: `0x${string}` };
      browserProgram: string;
    };
  }
}

/**
 * Provides the built app and the whole product behind one origin, shared or started here, once per run of the journeys.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb();
  const { edgeUrl, adminUrl, apiUrls, mailsUrl, smsUrl, ownerUrl, chain, stop } = await openStack('e2e', SHARED_SHAPE);
  project.provide('stack', {
    edgeUrl,
    adminUrl,
    apiUrls,
    mailsUrl,
    smsUrl,
    ownerUrl,
    chain: expectDefined(chain, 'the chain of the shared shape'),
    browserProgram: BROWSER_PROGRAM,
  });
  return stop;
}
