import type { Amount } from '@app/money';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as events from './index.ts';

const all = Object.values<unknown>(events).filter(
  (it): it is events.Event => typeof it === 'object' && it !== null && 'topic' in it,
);

describe('an event', () => {
  it('is named by module, noun and past verb, and unique', () => {
    const topics = all.map(({ topic }) => topic);
    for (const topic of topics) expect(topic).toMatch(/^[a-z]+\.[a-z]+\.[a-z]+(ed|en)$/);
    expect(new Set(topics).size).toBe(topics.length);
    expect(topics.length).toBeGreaterThan(0);
  });

  it('survives the outbox: JSON encodes it without loss', () => {
    const value = {
      id: 9_007_199_254_740_993n,
      userId: 1n,
      book: 'real',
      from: 'wallet',
      to: 'exchange',
      currency: 'USDT',
      amount: 1n as Amount,
    } as const;
    const { payload } = events.toOutbox(events.walletChanged, value);
    expect(z.decode(events.walletChanged.schema, JSON.parse(JSON.stringify(payload)))).toEqual(value);
  });
});
