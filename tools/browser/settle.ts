import { setTimeout as pause } from 'node:timers/promises';
import type { Phone } from './phone.ts';

/** Generous, because a busy machine is slow, not wrong; page speed is measured elsewhere. */
export const SETTLED_MS_MAX = 30_000;
/** After a resize only its own effects matter; prices never stop changing. */
const RESIZED_MS_MAX = 1_000;
const POLL_MS = 50;
/** Consecutive polls that must find the page idle: effects of a response have started by then. */
const QUIET_LOOKS = 3;

type Rest = { readonly isSettled: boolean };

/** Opens an address in a new document, as an external link does, and waits until the app is idle. */
export async function openCold(phone: Phone, url: string): Promise<Rest> {
  await phone.page.goto('about:blank');
  phone.watch.begin();
  await phone.page.goto(url, { waitUntil: 'domcontentloaded' });
  return await waitForRest(phone, QUIET_LOOKS, SETTLED_MS_MAX);
}

/** Resizes the open page and waits until it is drawn. */
export async function resize(phone: Phone, size: { width: number; height: number }): Promise<Rest> {
  await phone.page.setViewportSize(size);
  await phone.page.evaluate(drawTwice);
  return await waitForRest(phone, 1, RESIZED_MS_MAX);
}

async function waitForRest({ page, watch }: Phone, quietLooks: number, msMax: number): Promise<Rest> {
  const deadlineMs = performance.now() + msMax;
  for (let quiet = 0, last = ''; performance.now() < deadlineMs; await pause(POLL_MS)) {
    const { isAtRest, address } = await page.evaluate(readRest);
    quiet = isAtRest && watch.callsOut === 0 && (address === last || quietLooks === 1) ? quiet + 1 : 0;
    last = address;
    if (quiet === quietLooks) return { isSettled: true };
  }
  return { isSettled: false };
}

type Animation = {
  readonly playState: string;
  readonly timeline: object | null;
  readonly effect: {
    readonly target: { matches(selector: string): boolean } | null;
    getComputedTiming(): { endTime?: unknown };
  } | null;
};
declare const location: { readonly hash: string };
declare const document: {
  readonly fonts: { readonly status: string };
  readonly timeline: object;
  querySelector(selector: string): object | null;
  getAnimations(): readonly Animation[];
};
declare const requestAnimationFrame: (act: () => void) => void;

/**
 * Runs in the page: idle means that something is drawn, no placeholder is left, and no finite animation runs. Animations
 * that follow scrolling instead of time stand still with it. Those that show a new price do not count: prices never stop
 * changing, and on a list of markets one of them always runs.
 */
function readRest(): { isAtRest: boolean; address: string } {
  const OF_PRICES = '.price__flash, .range__fill, .range__now';
  const ends = ({ effect }: Animation) =>
    effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && !effect?.target?.matches(OF_PRICES);
  const isTimed = ({ timeline }: Animation) => timeline === document.timeline;
  const moves = document.getAnimations().some((one) => one.playState === 'running' && isTimed(one) && ends(one));
  const isDrawn = document.querySelector('#root > :not(svg)') !== null && document.querySelector('.sk') === null;
  return { isAtRest: isDrawn && !moves && document.fonts.status === 'loaded', address: location.hash };
}

/** Runs in the page: resize listeners have run after one frame and have drawn after the next. */
function drawTwice(): Promise<void> {
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
}
