import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { add, sum, ZERO } from '@app/money';
import { toUnits } from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { ALONE, histories, SecondsTwins, USERS } from '../../test/seconds-histories.ts';
import type { BetState } from './index.ts';

const IS_LONG = inject('isLong');
const RUNS = IS_LONG ? 12_000 : 500;
const FEW_RUNS = RUNS / 4;

/** Plays histories on both exchanges; `look` sees them after each step. */
function playing(look: (twins: SecondsTwins, answers: { fast: string; slow: string }) => void, runs = FEW_RUNS) {
  fc.assert(
    fc.property(histories, ({ setup, first, steps }) => {
      const twins = new SecondsTwins(setup, ALONE);
      for (const { market, step } of [{ market: 0, step: first }, ...steps]) look(twins, twins.take(market, step));
    }),
    { numRuns: runs },
  );
}

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

function slowFactsOf({ slow }: SecondsTwins, id: number) {
  const { is, entry, exit, back } = slow.outcome(id);
  return exit === undefined || back === undefined ? { is, entry } : { is, entry, exit, back: toUnits(back) };
}

/** Compares by hand, because there are many, and lets `expect` describe a difference. */
function expectSame<Fact>(own: Readonly<Record<string, Fact>>, theirs: Readonly<Record<string, Fact>>): void {
  if (Object.keys({ ...own, ...theirs }).some((name) => own[name] !== theirs[name])) expect(own).toEqual(theirs);
}

function balancesOf({ fast }: SecondsTwins): Record<string, bigint> {
  const users = usersOf.map((user) => [user, fast.balanceOfUser(user)] as const);
  return Object.fromEntries([
    ['platform', fast.platform],
    ...users.map(([user, { available }]) => [`user ${user}`, available] as const),
    ...users.map(([user, { frozen }]) => [`user ${user} frozen`, frozen] as const),
  ]);
}

const usersOf = Array.from({ length: USERS }, (_, user) => user);

describe('any history of bets', () => {
  it('equals the reference to the last digit: answers, balances, and the ticks of every bet', () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    playing((twins, answers) => {
      const { fast, slow } = twins;
      count(answers.fast);
      expectSame({ answer: answers.fast, bets: fast.bets.length }, { answer: answers.slow, bets: slow.bets.length });
      const balances = balancesOf(twins);
      expectSame(
        balances,
        Object.fromEntries(Object.keys(balances).map((name) => [name, toUnits(slow.balance(name))])),
      );
      for (const [id, { state }] of fast.bets.entries()) {
        const facts = factsOf(state);
        count(facts.is);
        expectSame<unknown>(facts, slowFactsOf(twins, id));
      }
    }, RUNS);
    if (!IS_LONG) return; // Few histories may miss a rare event; many have everything that can happen.
    const REFUSALS = ['feature_unavailable', 'time_wrong', 'quote_expired', 'price_stale', 'amount_step_wrong'];
    const LIMITS = ['below_minimum', 'above_maximum', 'exposure_exhausted', 'insufficient_balance'];
    const HAPPENS = ['ok', 'waiting', 'running', 'profit', 'loss', 'flat', 'void', 'cancelled', 'order_state_changed'];
    expect([...HAPPENS, ...REFUSALS, ...LIMITS].filter((what) => !seen.has(what))).toEqual([]);
  });

  it('creates and loses no money, holds exactly the open stakes, and what users win the platform loses', () => {
    fc.assert(
      fc.property(histories, ({ setup, first, steps }) => {
        const twins = new SecondsTwins(setup, ALONE);
        const { fast } = twins;
        for (const { market, step } of [{ market: 0, step: first }, ...steps]) {
          twins.take(market, step); // The ledger refuses a balance below zero by itself, the platform's too.
          const open = fast.bets.filter(({ state }) => isOpen(state));
          const held = usersOf.map((user) => sum(open.filter((it) => it.user === user).map(({ bet }) => bet.stake)));
          expect(fast.ledger.everything()).toBe(add(sum(setup.users), setup.funds));
          expect(usersOf.map((user) => fast.balanceOfUser(user).frozen)).toEqual(held);
          const results = fast.bets.map(({ bet, state }) =>
            state.kind === 'settled' ? state.returned - bet.stake : ZERO,
          );
          expect(fast.platform + results.reduce((total, each) => total + each, 0n)).toBe(setup.funds);
        }
      }),
      { numRuns: FEW_RUNS },
    );
  });

  it('ends each bet once: refunded or settled, never both, and what has ended never changes', () => {
    let ended = new Map<number, BetState>();
    let before: SecondsTwins | undefined;
    playing((twins) => {
      if (before !== twins) ended = new Map();
      before = twins;
      for (const [id, state] of ended) expect(twins.fast.bets[id]?.state).toBe(state);
      for (const [id, { state }] of twins.fast.bets.entries()) if (!isOpen(state)) ended.set(id, state);
    });
  });
});

const isOpen = ({ kind }: BetState) => kind === 'waiting' || kind === 'running';

describe('the reference', () => {
  it('imports no rule of seconds options', () => {
    for (const file of ['../../../testkit/src/exact/slow-seconds.ts', '../../test/slow-seconds-exchange.ts']) {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, path]) => path);
      expect(imports.filter((path) => path !== '@app/testkit/exact' && path !== './rational.ts')).toEqual([]);
    }
  });
});
