import type { ComponentType } from 'react';
import type { Screen } from '../data/app/screen.ts';
import { loadTexts } from '../data/app/texts.ts';
import { lazyOnce } from '../lib/lazy-once.ts';

/** A part of the app could not be fetched: there is no network, or a new version replaced it. */
export class ScreenMissing extends Error {
  readonly wasOnline = navigator.onLine;
}
/** Nothing arrived within the page timeout. */
export class ScreenSlow extends Error {}

type Loaded = { default: ComponentType };
const screens = new Map<string, () => Promise<Loaded>>();

/**
 * Loads the screen with its texts, or rejects with the error that the boundary shows. It may start before React
 * renders: the first screen is fetched in parallel with the frame's own texts.
 */
export function loadScreen(screen: Screen): Promise<Loaded> {
  const { path, texts } = screen;
  const load = 'load' in screen ? screen.load : () => import('./coming-screen.tsx');
  const begun =
    screens.get(path) ??
    lazyOnce(async () => (await Promise.all([load(), loadTexts(texts)]))[0], {
      missing: (cause) => new ScreenMissing(path, { cause }),
      slow: () => new ScreenSlow(path),
    });
  screens.set(path, begun);
  return begun();
}

/** Drops a screen after its failure was shown, so that the next visit fetches it again. */
export const forgetScreen = ({ path }: Screen) => screens.delete(path);
