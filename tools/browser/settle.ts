import { setTimeout as pause } from 'node:timers/promises';
import type { Phone } from './phone.ts';

/** A busy machine is slow, not wrong; how fast a page is, others measure. */
export const SETTLED_MS_MAX = 30_000;
/** After another size only what the size itself sets in motion matters; prices move for ever. */
const RESIZED_MS_MAX = 1_000;
const POLL_MS = 50;
/** So many looks in a row must find the page at rest: what an answer sets off has begun by then. */
const QUIET_LOOKS = 3;

type Rest = { readonly isSettled: boolean };

/** Opens an address in a new document, as a link from outside does, and waits until the app is at rest. */
export async function openCold(phone: Phone, url: string): Promise<Rest> {
  await phone.page.goto('about:blank');
  phone.watch.begin();
  await phone.page.goto(url, { waitUntil: 'domcontentloaded' });
  return await waitForRest(phone, QUIET_LOOKS, SETTLED_MS_MAX);
}

/** Another width for the page that is open; waits until it is drawn so. */
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

type Animation = { readonly playState: string; readonly effect: { getComputedTiming(): { endTime?: unknown } } | null };
declare const location: { readonly hash: string };
declare const document: {
  readonly fonts: { readonly status: string };
  querySelector(selector: string): object | null;
  getAnimations(): readonly Animation[];
};
declare const requestAnimationFrame: (act: () => void) => void;

/** Runs in the page: something is drawn, nothing stands in for what is still to come, and nothing moves that will stop. */
function readRest(): { isAtRest: boolean; address: string } {
  const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  const moves = document.getAnimations().some((one) => one.playState === 'running' && ends(one));
  const isDrawn = document.querySelector('#root > :not(svg)') !== null && document.querySelector('.sk') === null;
  return { isAtRest: isDrawn && !moves && document.fonts.status === 'loaded', address: location.hash };
}

/** Runs in the page: what listens for another size has heard of it after one frame, and has drawn after the next. */
function drawTwice(): Promise<void> {
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
}
