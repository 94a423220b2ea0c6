import { PAGE_TIMEOUT_MS } from './timing.ts';

const RETRY_MS = 500;
const failed = new Set<() => void>();

/**
 * Loads a part of the app on first use and returns the same promise to every caller. Retries once silently; a hanging
 * load fails. A failure stays until it is cleared, so that a rendering component does not request it forever.
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

/** Clears failed loads, so that the next request, such as a panel's "try again", fetches them again. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function late(): Promise<never> {
  await wait(PAGE_TIMEOUT_MS);
  throw new Error('a part of the page did not come');
}
