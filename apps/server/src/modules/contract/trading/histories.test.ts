import { expectDefined } from '@app/base';
import { POSITION_SIDES, type PositionSide } from '@app/domain/contract';
import { histories, slowOf, slowTermsOf, takeStep, USERS } from '@app/domain/test/contract-histories';
import { ACCOUNTS, type ContractLedger } from '@app/domain/test/contract-ledger';
import type { SlowExchange } from '@app/domain/test/slow-exchange';
import { add, sum } from '@app/money';
import { fromUnits, type SlowPosition, slowIsLiquidated, toUnits } from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { type ContractMemory, describeState } from '../../../../test/contract-memory.ts';
import { type ProductTwins, productTwinsOf } from '../../../../test/contract-twins.ts';
import type { ContractMarketState } from './contract-state.ts';

const RUNS = inject('isLong') ? 12_000 : 150;

/** Steps that only the product has: all of a user's positions or orders at once, and a tick after charging nights. */
const moreSteps = fc.oneof(
  fc.record({
    kind: fc.constant('closeAll' as const),
    user: fc.nat(USERS - 1),
    side: fc.option(fc.constantFrom(...POSITION_SIDES), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('cancelAll' as const), user: fc.nat(USERS - 1) }),
);

const played = fc.record({
  history: histories,
  more: fc.array(fc.record({ after: fc.nat(15), step: moreSteps }), { maxLength: 2 }),
  chunk: fc.constantFrom(1, 2, 100),
  whims: fc.array(fc.nat(2 ** 20), { minLength: 5, maxLength: 40 }),
});
type Played = typeof played extends fc.Arbitrary<infer Of> ? Of : never;

/** Returns choices that go on for ever. */
function whimsFrom(whims: readonly number[]): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    return (expectDefined(whims[count % whims.length], 'a whim') + count * 7) % below;
  };
}

/** Plays a history on the product and on the reference; `look` sees both after each step. */
function play({ history, more, chunk, whims }: Played, look: (both: ProductTwins, words: readonly string[]) => void) {
  const whim = whimsFrom(whims);
  const both = productTwinsOf(history, { chunk, whim });
  const { twins, memory, ledger } = both;
  const steps = [...history.openings, ...history.later];
  for (const [place, { market, step }] of steps.entries()) {
    const own = expectDefined(twins[market % twins.length], 'a market');
    if (step.kind === 'ticks' && whim(3) === 0) {
      memory.charge({ canReload: true });
      for (const { slow } of twins) slow.charge();
    }
    if (step.kind === 'charge') for (const each of twins) if (each !== own) each.slow.charge();
    if (step.kind !== 'ticks' && own.fast.at.tick === undefined) {
      const { fast, slow } = takeStep(SAME_PRICE, own, ledger); // A new leader knows no price until there is one.
      expect(sorted(fast)).toEqual(sorted(slow));
    }
    const answers = takeStep(step, own, ledger);
    if (step.kind === 'rules') for (const { slow } of twins) slow.changeRules({ terms: slowTermsOf(step.terms) });
    expect(sorted(answers.fast)).toEqual(sorted(answers.slow));
    look(both, [answers.slow].flat(2).map(String));
    for (const each of more) if (each.after === place) takeMore(each.step, both);
    look(both, []);
  }
  return both;
}

const SAME_PRICE = { kind: 'ticks', wait: { until: 'later', ms: 1 }, moves: [1_000n] } as const;

const sorted = (answer: unknown): unknown => (Array.isArray(answer) ? answer.map(sorted).sort() : answer);

type More = { kind: 'closeAll'; user: number; side: PositionSide | undefined } | { kind: 'cancelAll'; user: number };

function takeMore(step: More, { twins }: ProductTwins): void {
  const [first] = twins;
  if (step.kind === 'cancelAll') {
    first?.fast.cancelAll(step.user);
    for (const { slow } of twins)
      for (const [id, { user }] of [...slow.pending]) if (user === step.user) slow.cancel(id);
    return;
  }
  const { user, side } = step;
  first?.fast.closeAll(user, side, Math.min(...twins.map(({ fast }) => fast.atMs))); // Each market has its clock.
  for (const { slow } of twins)
    for (const [id, { user: own, position }] of [...slow.positions])
      if (own === user && (side === undefined || position.isLong === (side === 'long'))) slow.closeWhole(id);
}

function balancesOf(ledger: ContractLedger): Record<string, bigint> {
  const users = Array.from({ length: USERS }, (_, user) => ledger.balanceOfUser(user));
  return Object.fromEntries([
    ...users.map(({ available }, user) => [`user ${user}`, available] as const),
    ...users.map(({ frozen }, user) => [`user ${user} frozen`, frozen] as const),
    ...Object.entries(ACCOUNTS).map(([name, account]) => [name, ledger.balanceOf(account).available] as const),
  ]);
}

function expectEqual({ twins, ledger }: ProductTwins): void {
  const balances = balancesOf(ledger);
  for (const { fast, slow } of twins) {
    if (fast.at.tick !== undefined) expect(fast.at.isOpen).toBe(slow.isOpen);
    expect(balances).toEqual(
      Object.fromEntries(Object.keys(balances).map((name) => [name, toUnits(slow.balance(name))])),
    );
    const { positions, pending } = fast;
    expect([...pending.keys()]).toEqual([...slow.pending.keys()].sort((one, other) => one - other));
    expect([...positions.keys()]).toEqual([...slow.positions.keys()].sort((one, other) => one - other));
    for (const [id, { position, closing, stops }] of positions) {
      const held = expectDefined(slow.positions.get(id), 'a position');
      expect(closing).toBe(held.closing && toUnits(held.closing));
      expect(stops.stopLoss).toBe(held.stops.loss && toUnits(held.stops.loss));
      const { lots, entry, margin, openFee, overnightCharged } = position;
      expect({ lots, entry, margin, openFee, overnightCharged }).toEqual(factsOf(held.position));
    }
  }
}

const factsOf = ({ lots, entry, margin, openFee, nightsPaid }: SlowPosition) => ({
  lots: toUnits(lots),
  entry: toUnits(entry),
  margin: toUnits(margin),
  openFee: toUnits(openFee),
  overnightCharged: toUnits(nightsPaid),
});

/** What must hold after every step, whatever the reference says. */
function expectLaws({ ledger, memory }: ProductTwins, everything: bigint): void {
  expect(ledger.everything()).toBe(everything);
  for (let user = 0; user < USERS; user += 1) expect(ledger.balanceOfUser(user).frozen).toBe(frozenOf(user, memory));
}

function frozenOf(user: number, memory: ContractMemory): bigint {
  const own = memory.rows().filter(({ userId }) => userId === BigInt(user));
  return sum(own.map(({ margin, heldFee }) => add(margin, heldFee)));
}

describe('any history of the contract product', () => {
  it('equals the reference to the last digit, however often its state is rebuilt from rows', () => {
    const seen = new Set<string>();
    let reloads = 0;
    fc.assert(
      fc.property(played, (given) => {
        const before = productTwinsOf(given.history, { chunk: 1, whim: () => 1 }).ledger.everything();
        const { memory } = play(given, (both, words) => {
          for (const word of words) seen.add(word.replace(/ .*/, ''));
          expectEqual(both);
          expectLaws(both, before);
          expect(describeState(both.memory.rebuilt())).toEqual(describeState(both.memory.state));
        });
        reloads += memory.reloads;
      }),
      { numRuns: RUNS },
    );
    const HAPPENS = ['ok', 'resting', 'closed', 'stop', 'liquidated', 'market_closed', 'leverage_too_high'];
    // Too rare to be certain in the short form.
    const RARER = [
      'filled',
      'refused',
      'profit',
      'reduced',
      'delivered',
      'expired',
      'series_closed',
      'order_state_changed',
    ];
    const expected = inject('isLong') ? [...HAPPENS, ...RARER] : HAPPENS;
    expect(expected.filter((word) => !seen.has(word))).toEqual([]);
    expect(reloads).toBeGreaterThan(RUNS);
  });

  it('given accounts that are locked elsewhere, loses no money, leaves nothing undone and does nothing twice', () => {
    fc.assert(
      fc.property(played, ({ history, chunk, whims }) => {
        const both = productTwinsOf(history, { chunk, whim: whimsFrom(whims), hasLocks: true });
        const { twins, ledger } = both;
        const before = ledger.everything();
        for (const { market, step } of [...history.openings, ...history.later]) {
          const own = expectDefined(twins[market % twins.length], 'a market');
          if (step.kind === 'ticks' || own.fast.at.tick !== undefined)
            takeStep(step, { ...own, slow: NO_REFERENCE }, ledger);
          expectLaws(both, before);
          expectNothingLeft(own.fast.at);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** The order of a run depends on the locks, so that there is nothing to compare with. */
const NO_REFERENCE = new Proxy({} as SlowExchange, {
  get: (_, name) => (name === 'removable' ? () => fromUnits(0n) : () => undefined),
});

/** What a tick reaches has happened once it is done, except to what it has changed itself. */
function expectNothingLeft({ tick, isOpen, deals, overnight }: ContractMarketState): void {
  if (tick === undefined || !isOpen) return;
  for (const { status, position, series, changedSeq, trigger, stopLoss, takeProfit, side, limit } of deals) {
    if (series !== undefined) expect(Date.parse(`${series}T08:00:00Z`) > tick.atMs).toBe(true);
    if (changedSeq >= tick.seq || trigger?.seq === tick.seq) continue;
    expect(status).not.toBe('closing');
    const gain = side === 'long' ? 1n : -1n;
    if (status === 'pending') {
      expect((tick.price - expectDefined(limit, 'a limit')) * gain > 0n).toBe(true);
      continue;
    }
    if (stopLoss !== undefined) expect((tick.price - stopLoss) * gain > 0n).toBe(true);
    if (takeProfit !== undefined) expect((takeProfit - tick.price) * gain > 0n).toBe(true);
    const nights = [fromUnits(overnight.index - position.overnightSince)];
    expect(slowIsLiquidated(slowOf(position), { index: fromUnits(tick.price), nights })).toBe(false);
  }
}
