import { type ComponentType, lazy } from 'react';
import type { Screen } from '../shared/screen.ts';
import { loadTexts } from '../shared/texts.ts';
import { PAGE_TIMEOUT_MS } from '../shared/timing.ts';

const RETRY_MS = 500;

/** A part of the app could not be fetched: most likely a new version took its place. */
export class ScreenMissing extends Error {}

/** The screen with its words, or the error that the boundary shows. One silent retry. */
export const lazyScreen = (screen: Screen): ComponentType =>
  lazy(async () => {
    const late = setTimeoutPromise(PAGE_TIMEOUT_MS).then(() => Promise.reject(new ScreenMissing(screen.path)));
    return await Promise.race([late, fetchTwice(screen)]);
  });

async function fetchTwice(screen: Screen): Promise<{ default: ComponentType }> {
  const fetchOnce = async () => (await Promise.all([screen.load(), loadTexts(screen.texts)]))[0];
  try {
    return await fetchOnce();
  } catch {
    await setTimeoutPromise(RETRY_MS);
    return await fetchOnce().catch((cause: unknown) => Promise.reject(new ScreenMissing(screen.path, { cause })));
  }
}

const setTimeoutPromise = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
