import { setTimeout as pause } from 'node:timers/promises';
import { authenticatorCode } from '@app/testkit';

const STEP_MS = 30_000;
/** A code stays valid for at least this long: a page on a busy machine must not outlive it. */
const VALID_MS_MIN = 20_000;
const PAUSE_MS = 250;

/** Codes of an authenticator. Each is accepted once, so the next one is of a later step. */
export type Authenticator = { next(): Promise<string> };

/** A code is accepted from one step before its own to the end of the step after it. */
export function openAuthenticator(key: string): Authenticator {
  let used = 0;
  return {
    next: async () => {
      const oldest = Math.floor((Date.now() + VALID_MS_MIN) / STEP_MS) - 1;
      const step = Math.max(oldest, used + 1);
      used = step;
      while (step > Math.floor(Date.now() / STEP_MS) + 1) await pause(PAUSE_MS);
      return authenticatorCode(key, step * STEP_MS);
    },
  };
}
