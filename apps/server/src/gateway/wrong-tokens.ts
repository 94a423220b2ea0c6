import { createHash } from 'node:crypto';
import type { FindCaller } from '../platform/http/caller.ts';

const REMEMBERED_MS = 1_000;
const REMEMBERED_MAX = 10_000;

/**
 * Caches unknown tokens for a second: a flood of one wrong token queries the database once a second. A valid token is
 * never cached, so an ended session ends at once; a token issued within that second has never been sent before.
 */
export function rememberWrongTokens(findCaller: FindCaller, nowMs: () => number = () => performance.now()): FindCaller {
  const wrongUntilMs = new Map<string, number>();
  return async (token, from) => {
    const hash = createHash('sha256').update(token).digest('base64');
    if ((wrongUntilMs.get(hash) ?? 0) > nowMs()) return undefined;
    const found = await findCaller(token, from);
    if (found === undefined) {
      if (wrongUntilMs.size >= REMEMBERED_MAX) wrongUntilMs.clear();
      wrongUntilMs.set(hash, nowMs() + REMEMBERED_MS);
    } else wrongUntilMs.delete(hash);
    return found;
  };
}
