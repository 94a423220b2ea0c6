import { type Amount, add, min, negate, type Price, subtract, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positions } from '../../test/contract-arbitraries.ts';
import { changesOf, MODES, netsToZero, reserveAccount, type Transfer } from '../ledger/index.ts';
import {
  type ContractParty,
  closePosition,
  contractAccount,
  contractShard,
  coverShortfall,
  feeIncome,
  isLiquidated,
  liquidatePosition,
  platformResult,
  postMarginAdded,
  postMarginRemoved,
  postOpening,
  postOvernight,
  postPendingHold,
  postPendingRelease,
  postSettlement,
} from './index.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((value) => value as Amount);
const costs = fc.record({ margin: amounts, fee: fc.oneof(amounts, fc.constant(ZERO)) });
const parties = fc.constantFrom(...MODES).map((mode): ContractParty => {
  return { ref: '7', userId: 11n, mode, currency: 'USDT' };
});
const funds = fc.record({ insurance: amounts, capital: amounts });
const own = contractAccount(11n, 'USDT');
const INSURANCE = reserveAccount('insurance', 'USDT');
const CAPITAL = reserveAccount('capital', 'USDT');
const got = (available: Amount) => ({ available, frozen: ZERO });

/** Every account that contracts may touch, with its change; anything else would show as money that is missing. */
function sidesOf(transfer: Transfer, party: ContractParty) {
  const change = changesOf(transfer);
  const accounts = [own, platformResult(party), feeIncome(party), INSURANCE, CAPITAL];
  const [user, platform, fees, insurance, capital] = accounts.map(change);
  return { user, platform, fees, insurance, capital };
}

const NOBODY = { platform: got(ZERO), fees: got(ZERO), insurance: got(ZERO), capital: got(ZERO) };

describe('an opening', () => {
  it('nets to zero, freezes the margin and pays the fee, from what its pending order held first', () => {
    fc.assert(
      fc.property(parties, costs, fc.option(costs, { nil: undefined }), (party, cost, held) => {
        const transfer = postOpening(party, cost, held);
        expect(netsToZero(transfer)).toBe(true);
        expect([transfer.kind, transfer.ref, transfer.mode]).toEqual(['contract.open', '7', party.mode]);
        const before = held === undefined ? ZERO : add(held.margin, held.fee);
        const user = { available: subtract(before, add(cost.margin, cost.fee)), frozen: subtract(cost.margin, before) };
        expect(sidesOf(transfer, party)).toEqual({ ...NOBODY, user, fees: got(cost.fee) });
      }),
    );
  });

  it('given a pending order, then its hold and its release undo each other', () => {
    fc.assert(
      fc.property(parties, costs, (party, held) => {
        const all = add(held.margin, held.fee);
        const hold = postPendingHold(party, held);
        const release = postPendingRelease(party, held);
        expect([hold, release].map(netsToZero)).toEqual([true, true]);
        expect([hold.kind, release.kind]).toEqual(['contract.hold', 'contract.release']);
        expect(sidesOf(hold, party)).toEqual({ ...NOBODY, user: { available: negate(all), frozen: all } });
        expect(sidesOf(release, party)).toEqual({ ...NOBODY, user: { available: all, frozen: negate(all) } });
      }),
    );
  });
});

describe('the end of a position', () => {
  it('nets to zero and changes each party by exactly its own side', () => {
    fc.assert(
      fc.property(parties, positions, funds, (party, { position, now }, available) => {
        const quote = { bid: now.index, ask: now.index };
        const isForced = isLiquidated(position, now);
        const settlement = isForced
          ? liquidatePosition(position, now, quote)
          : closePosition(position, quote, now.overnightIndex);
        const cover = coverShortfall(settlement.shortfall, available);
        const end = isForced ? 'liquidation' : 'close';
        const transfer = postSettlement(party, end, { settlement, cover });
        expect(netsToZero(transfer)).toBe(true);
        expect([transfer.kind, transfer.ref, transfer.mode]).toEqual([`contract.${end}`, '7', party.mode]);
        expect(sidesOf(transfer, party)).toEqual({
          user: { available: settlement.returned, frozen: negate(position.margin) },
          platform: got(negate(add(settlement.result, cover.uncovered))),
          fees: got(subtract(add(settlement.overnight, settlement.fee), settlement.overnightReturned)),
          insurance: got(subtract(settlement.liquidationFee, cover.insurance)),
          capital: got(negate(cover.capital)),
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('given any funds, then a shortfall is divided exactly, the insurance fund first, and no fund goes below zero', () => {
    fc.assert(
      fc.property(amounts, funds, (shortfall, available) => {
        const cover = coverShortfall(shortfall, available);
        expect(sum([cover.insurance, cover.capital, cover.uncovered])).toBe(shortfall);
        expect(cover.insurance).toBe(min(shortfall, available.insurance));
        expect(cover.capital <= available.capital && cover.uncovered >= ZERO).toBe(true);
        expect(cover.uncovered === ZERO || cover.capital === available.capital).toBe(true);
      }),
    );
  });

  it('given a cover that is not the shortfall, then it is a defect', () => {
    const fees = { overnight: ZERO, overnightReturned: ZERO, fee: ZERO, liquidationFee: ZERO };
    const settlement = {
      ...fees,
      margin: ZERO,
      result: ZERO,
      returned: ZERO,
      price: 1n as Price,
      lots: ZERO,
      shortfall: sum([]),
    };
    const party: ContractParty = { ref: '1', userId: 11n, mode: 'real', currency: 'USDT' };
    const cover = { insurance: 1n as Amount, capital: ZERO, uncovered: ZERO };
    expect(() => postSettlement(party, 'delivery', { settlement, cover })).toThrow('the cover is the shortfall');
  });
});

describe('margin and nights', () => {
  it('net to zero: margin stays the user’s, and a night is paid out of what is frozen', () => {
    fc.assert(
      fc.property(parties, amounts, (party, amount) => {
        const added = postMarginAdded(party, amount);
        const removed = postMarginRemoved(party, amount);
        const night = postOvernight(party, amount);
        expect([added, removed, night].map(netsToZero)).toEqual([true, true, true]);
        expect([added.kind, removed.kind]).toEqual(['contract.margin_added', 'contract.margin_removed']);
        expect(night.kind).toBe('contract.overnight');
        expect(sidesOf(added, party)).toEqual({ ...NOBODY, user: { available: negate(amount), frozen: amount } });
        expect(sidesOf(removed, party)).toEqual({ ...NOBODY, user: { available: amount, frozen: negate(amount) } });
        const user = { available: ZERO, frozen: negate(amount) };
        expect(sidesOf(night, party)).toEqual({ ...NOBODY, user, fees: got(amount) });
      }),
    );
  });

  it('given a mode, then its shard is the only writer of its platform accounts', () => {
    for (const mode of MODES)
      expect(platformResult({ mode, currency: 'USDT' }).owner).toBe(`house:${contractShard(mode)}`);
  });
});
