import { type Amount, add, negate, type Rate, subtract, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, MODES, netsToZero } from '../ledger/index.ts';
import {
  chargeFee,
  demoHouse,
  exchangeAccount,
  feeAccount,
  ladderAccount,
  NO_FEES,
  type PostedFill,
  postFill,
  postHold,
  postLadderFunding,
  postRelease,
  restHold,
  spotShard,
} from './index.ts';

const MARKET = { id: 7, base: 'BTC', quote: 'USDT' };
const BUYER = 11n;
const SELLER = 22n;
const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((value) => value as Amount);
const fees = fc.oneof(fc.constant(ZERO), amounts);
const partyOf = (userId: bigint) =>
  fc.record({ userId: fc.constant(userId), feeDue: fees, paysFromHold: fc.boolean() });
const sidesOf = fc.oneof(
  fc.record({ buyer: partyOf(BUYER), seller: partyOf(SELLER) }),
  fc.record({ buyer: fc.constant('house' as const), seller: partyOf(SELLER) }),
  fc.record({ buyer: partyOf(BUYER), seller: fc.constant('house' as const) }),
);
const fills = fc.record({ mode: fc.constantFrom(...MODES), quantity: amounts, cost: amounts, sides: sidesOf }).map(
  ({ mode, quantity, cost, sides }): PostedFill => ({
    fillId: 99n,
    mode,
    shard: spotShard(mode),
    market: MARKET,
    quantity,
    cost,
    ...sides,
  }),
);

const paid = (amount: Amount, fromHold: boolean) =>
  fromHold ? { available: ZERO, frozen: negate(amount) } : { available: negate(amount), frozen: ZERO };
const got = (amount: Amount) => ({ available: amount, frozen: ZERO });

describe('a fill', () => {
  it('nets to zero, exactly once under its id', () => {
    fc.assert(
      fc.property(fills, (fill) => {
        const transfer = postFill(fill);
        expect(netsToZero(transfer)).toBe(true);
        expect([transfer.kind, transfer.ref, transfer.mode]).toEqual(['spot.fill', '99', fill.mode]);
      }),
    );
  });

  it('changes each party’s balance by exactly its own side', () => {
    fc.assert(
      fc.property(fills, (fill) => {
        const { buyer, seller, cost, quantity } = fill;
        const change = changesOf(postFill(fill));
        if (buyer === 'house') {
          expect(change(ladderAccount(7, 'USDT'))).toEqual(paid(cost, false));
          expect(change(ladderAccount(7, 'BTC'))).toEqual(got(quantity));
        } else {
          expect(change(exchangeAccount(BUYER, 'USDT'))).toEqual(paid(add(cost, buyer.feeDue), buyer.paysFromHold));
          expect(change(exchangeAccount(BUYER, 'BTC'))).toEqual(got(quantity));
        }
        if (seller === 'house') {
          expect(change(ladderAccount(7, 'USDT'))).toEqual(got(cost));
          expect(change(ladderAccount(7, 'BTC'))).toEqual(paid(quantity, false));
        } else {
          expect(change(exchangeAccount(SELLER, 'USDT'))).toEqual(got(subtract(cost, seller.feeDue)));
          expect(change(exchangeAccount(SELLER, 'BTC'))).toEqual(paid(quantity, seller.paysFromHold));
        }
      }),
    );
  });

  it('credits both fees to the shard, with no entry when there are none', () => {
    fc.assert(
      fc.property(fills, (fill) => {
        const transfer = postFill(fill);
        const due = [fill.buyer, fill.seller].map((party) => (party === 'house' ? ZERO : party.feeDue));
        expect(changesOf(transfer)(feeAccount(`spot-${fill.mode}`, 'USDT'))).toEqual(got(sum(due)));
        expect(transfer.entries.length).toBe(sum(due) === ZERO ? 4 : 5);
      }),
    );
  });

  it('given one party on both sides, then it is a defect', () => {
    const about = { fillId: 1n, mode: 'real', shard: 'spot-real', market: MARKET } as const;
    const fill = { ...about, quantity: ZERO, cost: ZERO };
    const party = { userId: BUYER, feeDue: ZERO, paysFromHold: false };
    expect(() => postFill({ ...fill, buyer: 'house', seller: 'house' })).toThrow('with themselves');
    expect(() => postFill({ ...fill, buyer: party, seller: { ...party, paysFromHold: true } })).toThrow(
      'with themselves',
    );
  });
});

describe('a hold and its release', () => {
  it('net to zero, move only one user’s own money, and undo each other', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...MODES), (amount, mode) => {
        const held = { orderId: 5n, userId: BUYER, mode, currency: 'USDT', amount };
        const hold = postHold(held);
        const release = postRelease(held);
        expect([hold, release].map(netsToZero)).toEqual([true, true]);
        expect([hold.kind, hold.ref, hold.mode]).toEqual(['spot.hold', '5', mode]);
        expect([release.kind, release.ref, release.mode]).toEqual(['spot.release', '5', mode]);
        const own = exchangeAccount(BUYER, 'USDT');
        expect(changesOf(hold)(own)).toEqual({ available: negate(amount), frozen: amount });
        expect(changesOf(release)(own)).toEqual({ available: amount, frozen: negate(amount) });
        expect(hold.entries.length + release.entries.length).toBe(2);
      }),
    );
  });
});

describe('the funding of a demo ladder', () => {
  const missing = fc.oneof(
    fc.constant(ZERO),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((it) => it as Amount),
  );

  it('nets to zero in demo mode, exactly once under its number', () => {
    fc.assert(
      fc.property(missing, missing, fc.integer({ min: 1 }), (base, quote, number) => {
        const transfer = postLadderFunding({ market: MARKET, number, base, quote });
        expect(netsToZero(transfer)).toBe(true);
        expect([transfer.kind, transfer.ref, transfer.mode]).toEqual([
          'spot.ladder.funding',
          `demo:7:${number}`,
          'demo',
        ]);
      }),
    );
  });

  it('changes each side of the ladder by exactly what is missing, at the expense of the demo house', () => {
    fc.assert(
      fc.property(missing, missing, (base, quote) => {
        const transfer = postLadderFunding({ market: MARKET, number: 1, base, quote });
        const change = changesOf(transfer);
        expect(change(ladderAccount(7, 'BTC'))).toEqual(got(base));
        expect(change(ladderAccount(7, 'USDT'))).toEqual(got(quote));
        expect(change(demoHouse('BTC'))).toEqual(got(negate(base)));
        expect(change(demoHouse('USDT'))).toEqual(got(negate(quote)));
        expect(transfer.entries).toHaveLength([base, quote].filter((it) => it !== ZERO).length * 2);
      }),
    );
  });
});

describe('a resting order', () => {
  const rates = fc.bigInt({ min: 0n, max: 5n * 10n ** 16n }).map((value) => value as Rate);
  const parts = fc.array(fc.record({ cost: amounts, quantity: amounts }), { minLength: 1, maxLength: 6 });

  it.each(['buy', 'sell'] as const)(
    'to %s never spends more than it holds, and its cancel leaves nothing frozen',
    (side) => {
      fc.assert(
        fc.property(parts, rates, fc.nat(6), (all, makerRate, filled) => {
          const own = exchangeAccount(BUYER, side === 'buy' ? 'USDT' : 'BTC');
          const holdOf = (from: number, feeState = NO_FEES) => {
            const left = all.slice(from);
            const rest = { cost: sum(left.map((it) => it.cost)), quantity: sum(left.map((it) => it.quantity)) };
            return restHold({ side, feeState, makerRate }, rest);
          };
          const about = { orderId: 5n, userId: BUYER, mode: 'real', currency: own.currency } as const;
          const transfers = [postHold({ ...about, amount: holdOf(0) })];
          let feeState = NO_FEES;
          for (const part of all.slice(0, filled)) {
            const { due, next } = chargeFee(feeState, part.cost, makerRate);
            feeState = next;
            const maker = { userId: BUYER, feeDue: due, paysFromHold: true };
            const sides =
              side === 'buy' ? { buyer: maker, seller: 'house' as const } : { buyer: 'house' as const, seller: maker };
            transfers.push(
              postFill({ fillId: 1n, mode: 'real', shard: 'spot-real', market: MARKET, ...part, ...sides }),
            );
          }
          const amount = holdOf(Math.min(filled, all.length), feeState);
          transfers.push(postRelease({ ...about, amount }));
          let frozen = ZERO;
          for (const transfer of transfers) {
            frozen = add(frozen, changesOf(transfer)(own).frozen);
            expect(frozen >= ZERO).toBe(true);
          }
          expect(frozen).toBe(ZERO);
          if (filled >= all.length) expect(amount).toBe(ZERO);
        }),
      );
    },
  );
});
