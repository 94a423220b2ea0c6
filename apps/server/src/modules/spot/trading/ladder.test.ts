import { expectDefined } from '@app/base';
import { ladderClassOf, spotSettings } from '@app/domain/spot';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { checkHouseFill, type HouseFillText, readReceipt, receiptHash, seededQuotes } from '@app/verifier';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueReceipt, makeLadder } from './ladder.ts';
import type { FillRow, SpotMarketState } from './spot-state.ts';

const ONE = 10n ** 18n;
const amount = (text: string) => parseDecimal<Amount>(text);
const market = { id: 3, symbol: 'SOL/USDT', priceTick: parseDecimal<Price>('0.01'), lot: amount('0.01') };
const rules = { value: spotSettings.ladderClasses.initial, version: 4 };
const tick = { price: parseDecimal<Price>('150'), seq: 9, atMs: 1_000, block: 7, isSimulated: true };
const SEALED = { book: 'demo', market: 3, base: 30_000n * ONE, quote: 5_000_000n * ONE };
const stateWith = (base: bigint, quote: bigint) =>
  ({ market, inventory: { base: base as Amount, quote: quote as Amount } }) as SpotMarketState; // All that is read.
const made = (base: bigint, quote: bigint) =>
  expectDefined(makeLadder(stateWith(base, quote), tick, { rules, mode: 'demo', sealed: SEALED }), 'a ladder');

describe('the ladder of a tick', () => {
  it('given no sealed inventory, then there is none', () => {
    const state = stateWith(SEALED.base, SEALED.quote);
    expect(makeLadder(state, tick, { rules, mode: 'demo', sealed: undefined })).toBeUndefined();
  });

  it('is that of the sealed inventory, cut at its far end to what is left', () => {
    const { id, priceTick, lot } = market;
    const settings = ladderClassOf(rules.value, id);
    const published = seededQuotes({ ...SEALED, market: id, seq: 9, price: tick.price, priceTick, lot, settings });
    const units = fc.bigInt({ min: 0n, max: 60_000n * ONE });
    fc.assert(
      fc.property(units, units, (base, rest) => {
        const quote = rest * 150n;
        const { asks, bids, inventory } = made(base, quote);
        expect(inventory).toEqual({ base: SEALED.base, quote: SEALED.quote });
        for (const [levels, whole] of [[asks, published.asks], [bids, published.bids]] as const) {
          expect(levels.length).toBeLessThanOrEqual(whole.length);
          for (const [index, { price, open }] of levels.entries()) {
            expect(BigInt(price) * priceTick).toBe(whole[index]?.price);
            if (index < levels.length - 1) expect(open).toBe(whole[index]?.lots);
            else expect(open).toBeLessThanOrEqual(whole[index]?.lots ?? 0);
          }
        } // biome-ignore format: a table
        expect(asks.reduce((sum, { open }) => sum + BigInt(open) * lot, 0n)).toBeLessThanOrEqual(base);
        const cost = bids.reduce((sum, { price, open }) => sum + BigInt(price) * priceTick * BigInt(open) * lot, 0n);
        expect(cost).toBeLessThanOrEqual(quote * ONE);
      }),
    );
  });

  it('given nothing left on a side, then that side offers nothing', () => {
    expect(made(0n, SEALED.quote).asks).toEqual([]);
    expect(made(-ONE, SEALED.quote).asks).toEqual([]);
    expect(made(SEALED.base, 0n).bids).toEqual([]);
  });
});

const fillOf = (id: bigint, side: 'buy' | 'sell', price: string): FillRow =>
  ({
    id,
    market,
    side,
    price: parseDecimal<Price>(price),
    quantity: amount('0.07'),
    taker: { side },
    atMs: 1_500,
  }) as FillRow; // All that is read.

describe('receipts of a ladder', () => {
  it('given fills on both sides, then each side is a chain of its own, and every receipt holds by its rule', async () => {
    const ladder = made(SEALED.base, SEALED.quote);
    const freshness = { version: 2, value: 5_000 };
    const issue = (id: bigint, side: 'buy' | 'sell', price: string) =>
      issueReceipt(ladder, fillOf(id, side, price), { lots: 7, freshness });
    const [ask, bid] = [ladder.asks, ladder.bids].map(([first]) => (Number(first?.price) / 100).toFixed(2)); // tidy: not money
    if (ask === undefined || bid === undefined) throw new Error('no offers');
    const receipts = [issue(11n, 'buy', ask), issue(12n, 'sell', bid), issue(13n, 'buy', ask)];
    const bodies = receipts.map(({ body }) => body as HouseFillText);
    const first = await receiptHash({ id: '11', kind: 'spot.house_fill', body: bodies[0] });
    expect(bodies.map(({ taken, chain }) => [taken, chain])).toEqual([
      [0, { place: 0, previous: null }],
      [0, { place: 0, previous: null }],
      [7, { place: 1, previous: first }],
    ]);
    expect(bodies[0]).toMatchObject({ version: 3, fill: { at: 1_500 }, freshness: { version: 2, max_age_ms: 5_000 } });
    for (const body of bodies) {
      const { fill } = readReceipt({ kind: 'spot.house_fill', body, settings: null, proof: NO_PROOF });
      expect(await checkHouseFill(fill)).toEqual([]);
    }
  });
});

const NO_PROOF = {
  market: 3,
  seq: 9,
  leaf: '',
  index: 0,
  path: [],
  signature: '',
  after: [],
  keys: [],
  heads: [],
  header: { number: 7, at: 0, count: 1, root: '', previous: '', key: '' },
};
