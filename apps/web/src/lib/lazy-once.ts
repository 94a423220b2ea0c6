import { type ComponentType, createElement, use } from 'react';
import { PAGE_TIMEOUT_MS } from './timing.ts';

const RETRY_MS = 500;
const failed = new Set<() => void>();

/** Errors of a part that could not be fetched, or did not arrive in time. */
type Failures = { readonly missing: (cause: unknown) => unknown; readonly slow: () => Error };

const FAILURES: Failures = {
  missing: (cause) => cause,
  slow: () => new Error('a part of the page did not come'),
};

/**
 * Loads a part of the app on first use and returns the same promise to every caller. Retries once silently; a hanging
 * load fails. A failure stays until it is cleared, so that a rendering component does not request it forever.
 */
export function lazyOnce<Part>(load: () => Promise<Part>, { missing, slow } = FAILURES): () => Promise<Part> {
  let begun: Promise<Part> | undefined;
  const fail = (cause: unknown) => Promise.reject(missing(cause));
  const late = () => wait(PAGE_TIMEOUT_MS).then(() => Promise.reject(slow()));
  return () => {
    if (begun !== undefined) return begun;
    begun = Promise.race([tryTwice(load).catch(fail), late()]);
    begun.catch(() => failed.add(() => (begun = undefined)));
    return begun;
  };
}

/** Returns a component that loads the real one when it is first rendered; what is around it shows the waiting. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const part = lazyOnce(load);
  return (props) => createElement(use(part()), props);
}

/** Clears failed loads, so that the next request, such as a panel's "try again", fetches them again. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Loads, and once more after a moment if that failed: most failures of a mobile network are short. */
export const tryTwice = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(() => wait(RETRY_MS).then(load));

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
