import { type Amount, negate, type Price, type Rate, subtract, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, MODES, netsToZero, reserveAccount, type Transfer } from '../ledger/index.ts';
import {
  BET_RESULTS,
  type BetParty,
  gainOf,
  postBetSettlement,
  postDemoFunding,
  postStakeHold,
  postStakeRefund,
  type SettledBet,
  secondsAccount,
  secondsResult,
  secondsShard,
} from './index.ts';

const bets = fc.record({
  stake: fc.bigInt({ min: 1n, max: 10n ** 30n }).map((value) => value as Amount),
  payoutRate: fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }).map((value) => value as Rate),
  currency: fc.constantFrom('USDT', 'BTC'),
});
const parties = fc.constantFrom(...MODES).map((mode): BetParty => ({ ref: '7', userId: 11n, mode }));

/** Both accounts that bets may touch, with their change; anything else would show as money that is missing. */
function sidesOf(transfer: Transfer, currency: string) {
  const change = changesOf(transfer);
  return { user: change(secondsAccount(11n, currency)), platform: change(secondsResult(transfer.mode, currency)) };
}

const got = (available: Amount) => ({ available, frozen: ZERO });

describe('a stake', () => {
  it('is held and refunded on the user’s account alone, and both undo each other', () => {
    fc.assert(
      fc.property(parties, bets, (party, bet) => {
        const all = [postStakeHold(party, bet), postStakeRefund(party, bet)] as const;
        expect(all.map(netsToZero)).toEqual([true, true]);
        expect(all.map(({ kind, ref, mode }) => [kind, ref, mode])).toEqual([
          ['seconds.hold', '7', party.mode],
          ['seconds.refund', '7', party.mode],
        ]);
        const [held, refunded] = all.map((transfer) => sidesOf(transfer, bet.currency));
        expect(held).toEqual({ user: { available: negate(bet.stake), frozen: bet.stake }, platform: got(ZERO) });
        expect(refunded).toEqual({ user: { available: bet.stake, frozen: negate(bet.stake) }, platform: got(ZERO) });
      }),
    );
  });
});

describe('a settlement', () => {
  it('nets to zero, takes the stake out of what is frozen, and the platform loses exactly what the user wins', () => {
    fc.assert(
      fc.property(parties, bets, fc.constantFrom(...BET_RESULTS), (party, bet, result) => {
        const gain = gainOf(bet);
        const returned = { profit: (bet.stake + gain) as Amount, flat: bet.stake, loss: ZERO }[result];
        const tick = { market: 1, seq: 1, atMs: 1, price: 1n as Price };
        const settled: SettledBet = { kind: 'settled', result, entry: tick, exit: tick, returned };
        const transfer = postBetSettlement(party, bet, settled);
        expect(netsToZero(transfer)).toBe(true);
        expect([transfer.kind, transfer.ref, transfer.mode]).toEqual(['seconds.settle', '7', party.mode]);
        expect(sidesOf(transfer, bet.currency)).toEqual({
          user: { available: returned, frozen: negate(bet.stake) },
          platform: got(subtract(bet.stake, returned)),
        });
      }),
    );
  });

  it('given a mode, then its shard is the only writer of the platform’s account', () => {
    for (const mode of MODES) expect(secondsResult(mode, 'USDT').owner).toBe(`house:${secondsShard(mode)}`);
  });
});

describe('the demo platform', () => {
  it('gets capital from outside, in demo mode alone', () => {
    const transfer = postDemoFunding('7', 'USDT', 5n as Amount);
    expect([transfer.kind, transfer.mode, netsToZero(transfer)]).toEqual(['seconds.funding', 'demo', true]);
    expect(changesOf(transfer)(reserveAccount('capital', 'USDT'))).toEqual(got(5n as Amount));
  });
});
