import { describe, expect, it } from 'vitest';
import type { Shown } from './device.ts';
import { judgeLooks, type Truth } from './truth.ts';

const TRUTHS = new Map<bigint, Truth>([[1n, { entersMs: 1_000, entryMs: 1_200, expiresMs: 6_200, endedMs: 6_300 }]]);
const RIGHT: Shown = { id: 1n, leftMs: 2_200, entersMs: 1_000, entryMs: 1_200, expiresMs: 6_200, isEnded: false };

const judged = (change: Partial<Shown> = {}, atMs = 4_000) =>
  judgeLooks([{ atMs, shown: [{ ...RIGHT, ...change }], untrue: [{ ...RIGHT, leftMs: 302_200 }] }], TRUTHS);

describe('what a screen says about a bet', () => {
  it('given the truth, then it is right', () => {
    expect(judged()).toMatchObject({ looks: 1, wrong: 0, errorMs: 0, untrueMs: 300_000 });
  });

  it.each([
    ['another entry', { entryMs: 1_201 }],
    ['another expiry', { expiresMs: 6_100 }],
    ['an earlier entry window', { entersMs: 900 }],
    ['an end that has not come', { isEnded: true }],
  ])('given %s, then it is wrong', (_, change) => {
    expect(judged(change).wrong).toBe(1);
  });

  it('given another time left, or an end that is not shown, then it says by how much', () => {
    expect(judged({ leftMs: 2_500 }).errorMs).toBe(300);
    expect(judged({ leftMs: 0 }, 7_000).lateMs).toBe(700);
  });
});
