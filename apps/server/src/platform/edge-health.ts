import { get } from 'node:http';
import type { Upstream, Upstreams } from './edge-upstreams.ts';
import type { HealthCheck } from './health.ts';

const ANSWER_MS_MAX = 1_000;
/** Cache lifetime: more frequent checks get the last result. */
const KEEP_MS = 1_000;

/** Checks the upstreams: the edge can serve while one process of each kind is healthy. */
export function checkUpstreams(kinds: Readonly<Record<string, Upstreams>>): HealthCheck {
  let found: { readonly atMs: number; readonly reasons: Promise<readonly string[]> } | undefined;
  return async () => {
    const nowMs = performance.now();
    if (found === undefined || nowMs - found.atMs > KEEP_MS) found = { atMs: nowMs, reasons: findMissing(kinds) };
    return await found.reasons;
  };
}

async function findMissing(kinds: Readonly<Record<string, Upstreams>>): Promise<readonly string[]> {
  const reasons = Object.entries(kinds).map(async ([kind, { all }]) => {
    const answers = await Promise.all(all.map(isWell));
    return answers.some(Boolean) ? [] : [`${kind}: none of ${all.length} is well`];
  });
  return (await Promise.all(reasons)).flat();
}

const isWell = ({ url }: Upstream): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(new URL('/health', url), { timeout: ANSWER_MS_MAX }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.once('timeout', () => request.destroy(new Error('no answer in time')));
    request.once('error', () => resolve(false));
  });
