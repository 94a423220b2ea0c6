import { liquidationPrice } from '@app/domain/contract';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { liquidationFactsOf } from './liquidation-facts.ts';

const TERMS = {
  version: 0,
  open_fee_rate: '0.0004',
  close_fee_rate: '0.0004',
  liquidation_fee_rate: '0',
  maintenance_tiers: [{ above: '0', rate: '0.005' }],
};

/** Receipt of a long of 150 lots of ETH at 20×, closed at 3,329.52. */
const BODY = {
  before: {
    side: 'long',
    lots: '150',
    leverage: 20,
    entry: '3486.2',
    margin: '261.465',
    overnight_since: '0',
    overnight_charged: '0',
    stop_loss: null,
  },
  rest: null,
  overnight_index: '0',
  tick: { market: 2, seq: 41_122, price: '3329.52', block: 9 },
  grid: { price_tick: '0.01', multiplier: '0.01' },
  terms: TERMS,
};

const priceOf = (text: string) => parseDecimal<Price>(text);

describe('the facts of a forced close', () => {
  it('given its receipt, then the liquidation price is the one of the rules, and the tick had reached it', () => {
    const facts = liquidationFactsOf(BODY);
    // (5229.3 − 261.465) / (1.5 × (1 − 0.0054)), down to the tick.
    expect(facts).toMatchObject({ liquidation: priceOf('3329.87'), index: priceOf('3329.52'), isPart: false });
    expect(facts?.moved).toBe(parseDecimal('-0.044942917790143996'));
  });

  it('given a fifth of it was left, then the price is that of the whole', () => {
    const part = { ...BODY, before: { ...BODY.before, lots: '120', margin: '209.172' } };
    const rest = { lots: '30', margin: '52.293', overnight_charged: '0' };
    expect(liquidationFactsOf({ ...part, rest })).toMatchObject({ liquidation: priceOf('3329.87'), isPart: true });
  });

  it('given a quarter of the leverage, then it would have held down to the price that the rules give for it', () => {
    const calmer = liquidationFactsOf(BODY)?.calmer;
    const margin = parseDecimal<Amount>('1045.86');
    const terms = {
      openFeeRate: parseDecimal('0.0004'),
      closeFeeRate: parseDecimal('0.0004'),
      liquidationFeeRate: parseDecimal('0'),
      tiers: [{ above: parseDecimal('0'), rate: parseDecimal('0.005') }],
    } as Parameters<typeof liquidationPrice>[0]['terms'];
    const position = {
      side: 'long' as const,
      market: { priceTick: priceOf('0.01'), multiplier: parseDecimal<Amount>('0.01') },
      lots: parseDecimal<Amount>('150'),
      entry: priceOf('3486.2'),
      leverage: 5,
      margin,
      openFee: 0n as Amount,
      overnightSince: 0n as Price,
      overnightCharged: 0n as Amount,
      terms,
    };
    expect(calmer).toEqual({ leverage: 5, liquidation: liquidationPrice(position, 0n as Price) });
  });

  it.each([['without leverage', { ...BODY, before: { ...BODY.before, leverage: 1 } }]])(
    'given one %s, then no lower leverage is offered',
    (_what, body) => expect(liquidationFactsOf(body)?.calmer).toBeUndefined(),
  );

  it.each([{}, { ...BODY, terms: {} }, { ...BODY, tick: { seq: 1, price: 'about 3' } }, null])(
    'given a body that is none (%#), then there are no facts',
    (body) => expect(liquidationFactsOf(body)).toBeUndefined(),
  );
});
