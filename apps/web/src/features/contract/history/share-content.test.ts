import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Text } from '../../../data/app/texts.ts';
import { ended } from './deal.fixture.ts';
import { shareCardOf } from './share-content.ts';

const text = ((key: string) => key) as Text;
const LOOK = { hasAmount: false, precision: 2, isDemo: false, day: '2026-11-18', locale: 'en', text };
const RESULT = {
  kind: 'ended',
  share: parseDecimal<Rate>('0.1586'),
  amount: parseDecimal<Amount>('9.516'),
  price: parseDecimal<Price>('61000'),
  at: 0,
} as const;

describe('a share card', () => {
  it('shows the percentage and no amount', () => {
    const card = shareCardOf(ended({}, []), RESULT, LOOK);
    expect(card).toMatchObject({ percent: '+15.86%', tone: 'up', marks: [] });
    expect(card.title).toBe('BTC/USDT · ↑ deals.long 10× · deals.perp');
    expect(card.amount).toBeUndefined();
    expect(JSON.stringify(card)).not.toContain('9.51');
  });

  it('given amounts are chosen, then it shows them too', () => {
    expect(shareCardOf(ended({}, []), RESULT, { ...LOOK, hasAmount: true }).amount).toBe('+9.51 USDT');
  });

  it('given practice money, then it says so', () => {
    expect(shareCardOf(ended({}, []), RESULT, { ...LOOK, isDemo: true }).marks).toEqual(['deals.share.demo']);
  });
});
