import { expectDefined } from '@app/base';
import { type BetState, gainOf, secondsSettings } from '@app/domain/seconds';
import { histories, SecondsTwins, USERS } from '@app/domain/test/seconds-histories';
import { type Amount, add, type Price, parseDecimal, sum, ZERO } from '@app/money';
import { toUnits } from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { describeState, SecondsMemory } from '../../../../test/seconds-memory.ts';

const IS_LONG = inject('isLong');
const RUNS = IS_LONG ? 12_000 : 300;

const played = fc.record({
  history: histories,
  chunk: fc.constantFrom(1, 2, 100),
  whims: fc.array(fc.nat(2 ** 20), { minLength: 5, maxLength: 40 }),
});
type Played = typeof played extends fc.Arbitrary<infer Of> ? Of : never;
type Twins = SecondsTwins<SecondsMemory>;

/** Returns choices that go on for ever. */
function whimsFrom(whims: readonly number[]): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    return (expectDefined(whims[count % whims.length], 'a whim') + count * 7) % below;
  };
}

/** Plays a history on the product and on the reference; `look` sees both after each step. */
function play(
  { history: { setup, first, steps }, chunk, whims }: Played,
  look: (twins: Twins, answers: { readonly fast: string; readonly slow: string }) => void,
): void {
  const whim = whimsFrom(whims);
  const createFast = (given: typeof setup) => new SecondsMemory(given, { chunk, whim });
  const twins = new SecondsTwins(setup, { createFast, hasOneFeed: true });
  for (const { market, step } of [{ market: 0, step: first }, ...steps]) {
    const answers = twins.take(market, step);
    if (!twins.fast.isBehind) look(twins, answers);
  }
  twins.fast.finish();
  look(twins, { fast: '', slow: '' });
}

const playing = (look: Parameters<typeof play>[1], runs: number) =>
  fc.assert(
    fc.property(played, (each) => play(each, look)),
    { numRuns: runs },
  );

/** How a bet stands, as the reference says it. */
function factsOf(state: BetState) {
  switch (state.kind) {
    case 'settled':
      return { is: state.result, entry: state.entry.seq - 1, exit: state.exit.seq - 1, back: state.returned };
    case 'void':
      return { is: 'void', entry: state.entry === undefined ? undefined : state.entry.seq - 1 };
    case 'running':
      return { is: 'running', entry: state.entry.seq - 1 };
    default:
      return { is: state.kind };
  }
}

function slowFactsOf({ slow }: Twins, id: number) {
  const { is, entry, exit, back } = slow.outcome(id);
  return exit === undefined || back === undefined ? { is, entry } : { is, entry, exit, back: toUnits(back) };
}

const isOpen = ({ kind }: BetState) => kind === 'waiting' || kind === 'running';
const users = Array.from({ length: USERS }, (_, user) => user);

describe('the product', () => {
  it('equals the reference in answers, money and ticks, whatever is lost, locked or reloaded on the way', () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    playing((twins, answers) => {
      const { fast, slow } = twins;
      count(answers.fast);
      expect(answers.fast).toBe(answers.slow);
      expect(fast.platform).toBe(toUnits(slow.balance('platform')));
      for (const user of users) {
        const { available, frozen } = fast.balanceOfUser(user);
        const expected = [slow.balance(`user ${user}`), slow.balance(`user ${user} frozen`)].map(toUnits);
        expect([available, frozen]).toEqual(expected);
      }
      for (const [id, { state }] of fast.bets.entries()) {
        const facts = factsOf(state);
        count(facts.is);
        expect(facts).toEqual(slowFactsOf(twins, id));
      }
      if (fast.reloads > 0) count('reloaded');
    }, RUNS);
    if (!IS_LONG) return; // Few histories may miss a rare event; many have everything that can happen.
    const HAPPENS = ['ok', 'waiting', 'running', 'profit', 'loss', 'flat', 'void', 'cancelled', 'order_state_changed'];
    const REFUSED = ['price_stale', 'exposure_exhausted', 'insufficient_balance', 'feature_unavailable', 'reloaded'];
    expect([...HAPPENS, ...REFUSED].filter((what) => !seen.has(what))).toEqual([]);
  });

  it('loses no money, freezes exactly the open stakes, and counts them for its caps', () => {
    fc.assert(
      fc.property(played, (each) => {
        const { users: funds, funds: platform } = each.history.setup;
        play(each, ({ fast }) => {
          const open = fast.bets.filter(({ state }) => isOpen(state));
          const held = users.map((user) => sum(open.filter((it) => it.user === user).map(({ bet }) => bet.stake)));
          expect(fast.ledger.everything()).toBe(add(sum(funds), platform));
          expect(users.map((user) => fast.balanceOfUser(user).frozen)).toEqual(held);
          expect(fast.state.gains).toBe(sum(open.map(({ bet }) => gainOf(bet))));
          for (const [market, { stakes }] of fast.state.markets) {
            const own = open.filter(({ bet }) => bet.market === market);
            const onSide = (side: string) =>
              sum(own.filter(({ bet }) => bet.side === side).map(({ bet }) => bet.stake));
            expect(stakes).toEqual({ up: onSide('up'), down: onSide('down') });
          }
        });
      }),
      { numRuns: RUNS / 3 },
    );
  });

  it('is the same after a reload: nothing that decides bets is in memory alone', () => {
    playing(({ fast }) => {
      const rebuilt = describeState(fast.rebuilt()) as { newest: unknown; markets: { last: unknown }[] };
      const own = describeState(fast.state) as typeof rebuilt;
      // Blocks after the cursor are taken again by the next leader.
      const without = ({ newest: _, markets, ...rest }: typeof own) => ({
        ...rest,
        markets: markets.map(({ last: _last, ...market }) => market),
      });
      expect(without(rebuilt)).toEqual(without(own));
    }, RUNS / 3);
  });
});

describe('a cancel', () => {
  it('at every millisecond around a second before the entry tick: refunded until then, settled from then on', () => {
    const terms = { value: secondsSettings.terms.initial, version: 1 };
    const settings = { terms, caps: secondsSettings.caps.initial };
    const funds = parseDecimal<Amount>('100000');
    const memory = new SecondsMemory({ settings, users: [funds], funds }, { chunk: 10, whim: () => 1 });
    const { cancelLeadMs } = terms.value;
    let seq = 0;
    const tick = (atMs: number) => {
      seq += 1;
      memory.onTick({ market: 0, seq, atMs, price: 100n as Price });
    };
    for (let offsetMs = -500; offsetMs < 500; offsetMs += 1) {
      const atMs = Date.UTC(2026, 10, 18) + (offsetMs + 500) * 100_000;
      const stake = parseDecimal<Amount>('100');
      const request = { side: 'up', seconds: 30, stake, currency: 'USDT' } as const;
      const entryMs = atMs + 6_000;
      tick(atMs);
      expect(memory.place(0, 0, request, { nowMs: atMs + 1, isRunning: true })).toBe('ok');
      expect(memory.cancel(offsetMs + 500, entryMs - cancelLeadMs + offsetMs)).toBe('ok');
      tick(entryMs);
      tick(entryMs + 30_000);
      const kind = memory.bets[offsetMs + 500]?.state.kind;
      expect([offsetMs, kind]).toEqual([offsetMs, offsetMs <= 0 ? 'cancelled' : 'settled']);
    }
    expect(memory.balanceOfUser(0)).toEqual({ available: funds, frozen: ZERO });
  });
});
