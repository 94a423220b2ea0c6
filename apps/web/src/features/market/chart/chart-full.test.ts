import { describe, expect, it } from 'vitest';
import { turnStep } from './chart-full.ts';

describe('the full screen of a chart', () => {
  it.each([
    ['a page', { isFull: false, isOwnStep: false, hasSheet: false }, 'open'],
    ['a full screen opened here', { isFull: true, isOwnStep: true, hasSheet: false }, 'back'],
    ['a full screen from a link', { isFull: true, isOwnStep: false, hasSheet: false }, 'replace'],
    ['a sheet over a full screen', { isFull: true, isOwnStep: false, hasSheet: true }, 'later'],
  ] as const)('given %s, when it is toggled, then history takes the right step', (_what, place, step) =>
    expect(turnStep(place)).toBe(step),
  );
});
