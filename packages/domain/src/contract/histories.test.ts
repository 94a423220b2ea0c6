import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectDefined } from '@app/base';
import { add, sum } from '@app/money';
import {
  ceilUnit,
  fromUnits,
  type Rational,
  type SlowNow,
  type SlowPosition,
  slowEquity,
  slowIsLiquidated,
  slowMaintenance,
  slowNightsDue,
  slowNotional,
  slowResult,
  slowReturn,
  slowRiskRate,
  toUnits,
} from '@app/testkit/exact';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { ContractExchange } from '../../test/contract-exchange.ts';
import { histories, slowOf, type Twins, takeStep, twinsOf, USERS } from '../../test/contract-histories.ts';
import { ACCOUNTS, ContractLedger } from '../../test/contract-ledger.ts';
import {
  equityAt,
  liquidationPrice,
  maintenanceMargin,
  maximumLoss,
  notionalAt,
  type Position,
  removableMargin,
  resultAt,
  returnOnMargin,
  riskRate,
  unpaidOvernight,
} from './index.ts';

const IS_LONG = inject('isLong');
const RUNS = IS_LONG ? 12_000 : 800;
const FEW_RUNS = RUNS / 4;

type Played = { readonly ledger: ContractLedger; readonly answer: unknown };

/** Plays histories on both exchanges; `look` sees each market after each step. */
function playing(look: (twins: Twins<ContractExchange>, played: Played) => void, runs = FEW_RUNS) {
  fc.assert(
    fc.property(histories, ({ ledger: setup, markets, openings, later }) => {
      const { ledger, twins } = twinsOf(markets, setup);
      for (const { market, step } of [...openings, ...later]) {
        const answers = takeStep(step, expectDefined(twins[market % twins.length], 'a market'), ledger);
        expect(answers.fast).toEqual(answers.slow);
        if (step.kind === 'again') expect(answers.fast).toEqual([]);
        for (const each of twins) look(each, { ledger, answer: answers.fast });
      }
    }),
    { numRuns: runs },
  );
}

type Figures = Readonly<Record<string, bigint | undefined>>;

/** Compares by hand, because there are many, and lets `expect` describe a difference. */
function expectSame(own: Figures, theirs: Figures): void {
  if (Object.keys(theirs).some((name) => own[name] !== theirs[name])) expect(own).toEqual(theirs);
}

function balancesOf(ledger: ContractLedger): Record<string, bigint> {
  const users = Array.from({ length: USERS }, (_, user) => ledger.balanceOfUser(user));
  return Object.fromEntries([
    ...users.map(({ available }, user) => [`user ${user}`, available] as const),
    ...users.map(({ frozen }, user) => [`user ${user} frozen`, frozen] as const),
    ...Object.entries(ACCOUNTS).map(([name, account]) => [name, ledger.balanceOf(account).available] as const),
  ]);
}

function factsOf({ lots, entry, margin, openFee, overnightCharged }: Position): Figures {
  return { lots, entry, margin, openFee, overnightCharged };
}

function slowFactsOf({ lots, entry, margin, openFee, nightsPaid }: SlowPosition): Figures {
  const overnightCharged = toUnits(nightsPaid);
  return {
    lots: toUnits(lots),
    entry: toUnits(entry),
    margin: toUnits(margin),
    openFee: toUnits(openFee),
    overnightCharged,
  };
}

function figuresOf(position: Position, { now, rules }: ContractExchange): Figures {
  const notional = notionalAt(position, now.index);
  return {
    notional,
    result: resultAt(position, now.index),
    equity: equityAt(position, now),
    nightsDue: unpaidOvernight(position, now.overnightIndex),
    maintenance: maintenanceMargin(position.terms.tiers, notional),
    returnOnMargin: returnOnMargin(position, now),
    riskRate: riskRate(position, now),
    removable: removableMargin(position, now, rules),
    maximumLoss: maximumLoss(position),
  };
}

const unitsOf = (value: Rational | undefined) => (value === undefined ? undefined : toUnits(value));

function slowFiguresOf(position: SlowPosition, now: SlowNow, removable: Rational): Figures {
  const notional = slowNotional(position, now.index);
  return {
    notional: toUnits(notional),
    result: toUnits(slowResult(position, now.index)),
    equity: toUnits(slowEquity(position, now)),
    nightsDue: toUnits(slowNightsDue(position, now.nights)),
    maintenance: toUnits(ceilUnit(slowMaintenance(position.terms, notional))),
    returnOnMargin: unitsOf(slowReturn(position, now)),
    riskRate: unitsOf(slowRiskRate(position, now)),
    removable: toUnits(removable),
    maximumLoss: toUnits(position.margin) + toUnits(position.openFee) + toUnits(position.nightsPaid),
  };
}

describe('any history of contracts', () => {
  it('equals the reference to the last digit: answers, balances, positions and their figures', () => {
    const seen = new Set<string>();
    playing(({ fast, slow }, { ledger, answer }) => {
      for (const word of [answer].flat(2)) seen.add(`${word}`.replace(/ .*/, ''));
      const balances = balancesOf(ledger);
      const theirs = Object.keys(balances).map((name) => [name, toUnits(slow.balance(name))] as const);
      expectSame(balances, Object.fromEntries(theirs));
      expect([...fast.positions.keys()]).toEqual([...slow.positions.keys()]);
      expect([...fast.pending.keys()]).toEqual([...slow.pending.keys()]);
      expect(fast.phase === 'open').toBe(slow.isOpen);
      for (const [id, { position }] of fast.positions) {
        const slowPosition = slow.positions.get(id)?.position as SlowPosition;
        const now = { index: slow.index, nights: slow.nights };
        expectSame(factsOf(position), slowFactsOf(slowPosition));
        expectSame(figuresOf(position, fast), slowFiguresOf(slowPosition, now, slow.removable(id)));
      }
    }, RUNS);
    if (!IS_LONG) return; // Few histories may miss a rare event; many have everything that can happen.
    const HAPPENS = ['ok', 'resting', 'filled', 'refused', 'closed', 'stop', 'profit', 'liquidated', 'reduced'];
    const RARER = [
      'delivered',
      'expired',
      'market_closed',
      'series_closed',
      'order_state_changed',
      'leverage_too_high',
    ];
    expect([...HAPPENS, ...RARER].filter((word) => !seen.has(word))).toEqual([]);
  });

  it('creates and loses no money, freezes exactly the margins and holds, and takes no account below zero that may not be', () => {
    fc.assert(
      fc.property(histories, ({ ledger: setup, markets, openings, later }) => {
        const { ledger, twins } = twinsOf(markets, setup);
        const before = new ContractLedger(setup).everything();
        for (const { market, step } of [...openings, ...later]) {
          takeStep(step, expectDefined(twins[market % twins.length], 'a market'), ledger);
          expect(ledger.everything()).toBe(before); // The ledger refuses a balance below zero by itself.
          for (let user = 0; user < USERS; user += 1)
            expect(ledger.balanceOfUser(user).frozen).toBe(frozenOf(user, twins));
        }
      }),
      { numRuns: FEW_RUNS },
    );
  });

  it('liquidates at the liquidation price of a position and not one tick better', () => {
    playing(({ fast, slow, setup }) => {
      const { priceTick } = setup.market;
      for (const [id, { position }] of fast.positions) {
        const slowPosition = slow.positions.get(id)?.position as SlowPosition;
        const isAt = (price: bigint) =>
          slowIsLiquidated(slowPosition, { index: fromUnits(price), nights: slow.nights });
        const price = liquidationPrice(position, fast.overnightIndex);
        const better = (price ?? 0n) + (position.side === 'long' ? priceTick : -priceTick);
        if (price !== undefined) expect(isAt(price)).toBe(true);
        if (better > 0n) expect(isAt(better)).toBe(false);
      }
    });
  });

  it('liquidates nobody who is solvent, and after a tick of an open market nothing is left that it should have ended', () => {
    playing(({ fast }) => {
      for (const { position, now } of fast.liquidated.splice(0)) {
        const nights = [fromUnits(now.overnightIndex - position.overnightSince)];
        expect(slowIsLiquidated(slowOf(position), { index: fromUnits(now.index), nights })).toBe(true);
      }
      if (fast.phase !== 'open') return;
      for (const { position, stops, series, closing, changedAfter } of fast.positions.values()) {
        const nights = [fromUnits(fast.overnightIndex - position.overnightSince)];
        expect(slowIsLiquidated(slowOf(position), { index: fromUnits(fast.index), nights })).toBe(false);
        if (series !== undefined) expect(Date.parse(`${series}T08:00:00Z`) > fast.atMs).toBe(true);
        if (changedAfter === fast.tick) continue;
        expect(closing).toBeUndefined();
        const gain = position.side === 'long' ? 1n : -1n;
        if (stops.stopLoss !== undefined) expect((fast.index - stops.stopLoss) * gain > 0n).toBe(true);
        if (stops.takeProfit !== undefined) expect((stops.takeProfit - fast.index) * gain > 0n).toBe(true);
      }
    });
  });
});

function frozenOf(user: number, twins: readonly Twins<ContractExchange>[]): bigint {
  const ofUser = twins.flatMap(({ fast }) => [
    ...[...fast.positions.values()].map((it) => ({ user: it.user, frozen: it.position.margin })),
    ...[...fast.pending.values()].map(({ user: own, held }) => ({ user: own, frozen: add(held.margin, held.fee) })),
  ]);
  return sum(ofUser.filter((it) => it.user === user).map(({ frozen }) => frozen));
}

describe('the reference', () => {
  it('imports no rule of contracts', () => {
    const exact = ['rational', 'slow-contract', 'slow-liquidation'].map(
      (name) => `../../../testkit/src/exact/${name}.ts`,
    );
    for (const file of [...exact, '../../test/slow-calendar.ts', '../../test/slow-exchange.ts']) {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, path]) => path);
      const isOwn = (path = '') => path === '@app/testkit/exact' || /^\.\/(rational|slow-[a-z]+)\.ts$/.test(path);
      expect(imports.filter((path) => !isOwn(path))).toEqual([]);
    }
  });
});
