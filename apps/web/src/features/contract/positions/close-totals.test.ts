import { closePosition, notionalAt, type Position, quoteAround } from '@app/domain/contract';
import { type Amount, add, type Price, parseDecimal, type Rate, subtract, ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { closeTotalsOf, isInGroup } from './close-totals.ts';
import { marginMost, previewMargin } from './margin-change.ts';
import { previewReverse } from './reverse-preview.ts';

const price = (text: string) => parseDecimal<Price>(text);
const amount = (text: string) => parseDecimal<Amount>(text);
const SPREAD = parseDecimal<Rate>('0.0001');

const LONG: Position = {
  side: 'long',
  market: { priceTick: price('0.1'), multiplier: amount('0.001') },
  lots: amount('100'),
  entry: price('66930'),
  leverage: 10,
  margin: amount('669.3'),
  openFee: amount('2.6772'),
  overnightSince: price('0'),
  overnightCharged: amount('0'),
  terms: {
    openFeeRate: parseDecimal<Rate>('0.0004'),
    closeFeeRate: parseDecimal<Rate>('0.0004'),
    liquidationFeeRate: parseDecimal<Rate>('0.002'),
    tiers: [{ above: amount('0'), rate: parseDecimal<Rate>('0.005') }],
  },
};
const SHORT: Position = { ...LONG, side: 'short', lots: amount('40'), margin: amount('300') };
const NOW = { index: price('67842.1'), overnightIndex: price('0') };

describe('the totals of a close', () => {
  it('are the sums of what each position realises at its bid or ask', () => {
    const at = { now: NOW, spreadRate: SPREAD, lotsMin: amount('0.01') };
    const quote = quoteAround(NOW.index, LONG.market, SPREAD);
    const settled = [LONG, SHORT].map((position) => closePosition(position, quote, NOW.overnightIndex));
    const returned = settled.reduce((sum, it) => add(sum, it.returned), ZERO);
    expect(
      closeTotalsOf([
        { position: LONG, ...at },
        { position: SHORT, ...at },
      ]),
    ).toEqual({
      notional: add(notionalAt(LONG, NOW.index), notionalAt(SHORT, NOW.index)),
      realised: subtract(returned, amount('969.3')),
      returned,
    });
    expect(closeTotalsOf([])).toEqual({ notional: ZERO, realised: ZERO, returned: ZERO });
  });

  it('count the positions of a side', () => {
    expect([isInGroup('all', 'short'), isInGroup('long', 'long'), isInGroup('long', 'short')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a change of margin', () => {
  const context = {
    position: LONG,
    now: NOW,
    available: amount('500'),
    rules: { terms: LONG.terms, leverageMax: 20, removalBufferRate: parseDecimal<Rate>('0.01') },
  };

  it('given margin is added, then liquidation moves away', () => {
    const before = previewMargin('add', amount('0.01'), context);
    const after = previewMargin('add', amount('500'), context);
    if (!before.ok || !after.ok) throw new Error('both are allowed');
    expect(after.value.liquidation).toBeLessThan(before.value.liquidation ?? price('0'));
    expect(previewMargin('add', amount('500.01'), context)).toMatchObject({ code: 'insufficient_balance' });
  });

  it('given margin is removed, then at most what the rules leave', () => {
    const roomy = { ...context, position: { ...LONG, margin: amount('1000') } };
    const most = marginMost('remove', roomy);
    expect(most).toBeGreaterThan(ZERO);
    expect(previewMargin('remove', most, roomy).ok).toBe(true);
    expect(previewMargin('remove', add(most, 1n as Amount), roomy)).toMatchObject({ code: 'above_maximum' });
    expect(marginMost('remove', context)).toBe(ZERO);
    expect(marginMost('add', context)).toBe(amount('500'));
  });
});

describe('a reversal', () => {
  it('closes at the bid and opens the other side there, with the terms in force', () => {
    const terms = { ...LONG.terms, openFeeRate: parseDecimal<Rate>('0.001') };
    const preview = previewReverse(LONG, { now: NOW, spreadRate: SPREAD, terms, available: amount('20') });
    const { bid } = quoteAround(NOW.index, LONG.market, SPREAD);
    expect(preview.closed.price).toBe(bid);
    expect(preview.opened).toMatchObject({ side: 'short', entry: bid, lots: LONG.lots, leverage: 10, terms });
    expect(preview.liquidation).toBeGreaterThan(bid);
    expect(preview.isFunded).toBe(true);
  });

  it('given a loss that leaves too little, then it is not funded', () => {
    const now = { ...NOW, index: price('61500') };
    const context = { now, spreadRate: SPREAD, terms: LONG.terms, available: ZERO };
    expect(previewReverse(LONG, context).isFunded).toBe(false);
    expect(previewReverse(LONG, { ...context, available: amount('600') }).isFunded).toBe(true);
  });
});
