import type { Fault } from '../findings.ts';
import type { Box } from './dom.ts';
import type { FitFacts } from './fit-facts.ts';

type Device = { readonly width: number; readonly height: number };

const SLACK_PX = 1;
/** Minimum growth factor that counts as doubled text; below 2 because line heights are whole pixels. */
const ENLARGED_MIN = 1.8;

/**
 * Returns elements that overflow sideways, are clipped, or cannot be pressed even after scrolling; `at` names the size
 * in the findings.
 */
export function findMisfits({ frames, texts, buttons, controls }: FitFacts, device: Device, at: string): Fault[] {
  const { width, height } = device;
  const moving = frames.filter(({ has, needs }) => needs > has + SLACK_PX);
  const tooWide = frames.filter(({ has }) => has > width);
  const out = texts.filter(({ left, right }) => right > width + SLACK_PX || left < -SLACK_PX);
  const cut = buttons.filter(({ letters, box }) => !isWithin(letters, box));
  const screen = { left: 0, top: 0, right: width, bottom: height };
  const away = controls.filter(({ box, isHit }) => !isHit || !isWithin(box, screen));
  return [
    ...moving.map(({ about, has, needs }) => ({
      kind: 'scrolls sideways',
      detail: `${about} by ${needs - has} px ${at}`,
    })),
    ...tooWide.map(({ about, has }) => ({ kind: 'scrolls sideways', detail: `${about} is ${has} px wide ${at}` })),
    ...out.map(({ about }) => ({ kind: 'sticks out', detail: `${about} ${at}` })),
    ...cut.map(({ about }) => ({ kind: 'cut button', detail: `${about} ${at}` })),
    ...away.map(({ about }) => ({ kind: 'out of reach', detail: `${about} ${at}` })),
  ];
}

const isWithin = (inner: Box, outer: Box) =>
  inner.left >= outer.left - SLACK_PX &&
  inner.right <= outer.right + SLACK_PX &&
  inner.top >= outer.top - SLACK_PX &&
  inner.bottom <= outer.bottom + SLACK_PX;

/** Checks that enlarged text is really larger, by comparing the first text of the page before and after. */
export function findStuckLetters(before: FitFacts['firstLine'], after: FitFacts['firstLine']): Fault[] {
  if (after.height >= before.height * ENLARGED_MIN) return [];
  const detail = `“${after.text}” is ${after.height} px high instead of ${before.height * 2}`;
  return [{ kind: 'letters stay small', detail }];
}
