import { PAGE_TIMEOUT_MS } from './timing.ts';

const RETRY_MS = 500;
const failed = new Set<() => void>();

/**
 * A part of the app that is fetched when it is first needed: the same promise for everyone who asks. One silent retry; what
 * hangs has failed. A failure stays until it is forgotten, so that who draws it does not ask for ever.
 */
export function lazyOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let begun: Promise<Part> | undefined;
  return () => {
    if (begun !== undefined) return begun;
    begun = Promise.race([load().catch(() => wait(RETRY_MS).then(load)), late()]);
    begun.catch(() => failed.add(() => (begun = undefined)));
    return begun;
  };
}

/** Who asks next, as a panel's "try again" does, has what failed fetched again. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function late(): Promise<never> {
  await wait(PAGE_TIMEOUT_MS);
  throw new Error('a part of the page did not come');
}
