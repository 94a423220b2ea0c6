import type { ComponentType } from 'react';
import type { Screen } from '../data/app/screen.ts';
import { loadTexts } from '../data/app/texts.ts';
import { PAGE_TIMEOUT_MS } from '../lib/timing.ts';

const RETRY_MS = 500;

/** A part of the app could not be fetched: there is no network, or a new version replaced it. */
export class ScreenMissing extends Error {
  readonly wasOnline = navigator.onLine;
}
/** Nothing arrived within the page timeout. */
export class ScreenSlow extends Error {}

type Loaded = { default: ComponentType };
const begun = new Map<string, Promise<Loaded>>();

/**
 * Loads the screen with its texts, or rejects with the error that the boundary shows. One silent retry. It may start
 * before React renders: the first screen is fetched in parallel with the frame's own texts.
 */
export function loadScreen(screen: Screen): Promise<Loaded> {
  const known = begun.get(screen.path);
  if (known !== undefined) return known;
  const late = wait(PAGE_TIMEOUT_MS).then(() => Promise.reject(new ScreenSlow(screen.path)));
  const loading = Promise.race([late, fetchTwice(screen)]);
  begun.set(screen.path, loading);
  return loading;
}

/** Drops a screen after its failure was shown, so that the next visit fetches it again. */
export const forgetScreen = ({ path }: Screen) => begun.delete(path);

async function fetchTwice(screen: Screen): Promise<Loaded> {
  const load = 'load' in screen ? screen.load : () => import('./coming-screen.tsx');
  const fetchOnce = async () => (await Promise.all([load(), loadTexts(screen.texts)]))[0];
  try {
    return await fetchOnce();
  } catch {
    await wait(RETRY_MS);
    return await fetchOnce().catch((cause: unknown) => Promise.reject(new ScreenMissing(screen.path, { cause })));
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
