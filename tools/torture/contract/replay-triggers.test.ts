import { describe, expect, it } from 'vitest';
import { Findings } from '../engines/findings.ts';
import { type Facts, type Life, type SettlementRow, type TransferRow, units, type Version } from './facts.ts';
import { FINDINGS } from './findings.ts';
import { replayTriggers } from './replay-triggers.ts';
import { DAYS_FROM_MS, dayOf, deliversMs } from './terms.ts';

/** A series that is delivered at the fourth tick. */
const SERIES = dayOf(DAYS_FROM_MS);
const FIRST_TICK_MS = deliversMs(SERIES) - 3_000;

/** Ticks one second apart, each in a block of its own. */
const PRICES = ['60000', '60000', '59500', '59400', '54000', '53000'];

/** A long of 0.01 BTC with a tenth of margin, opened at the first tick; at 54,000 it is liquidated. */
const OPEN: Version = {
  status: 'open',
  cause: null,
  lots: units('10'),
  margin: units('60.006'),
  charged: 0n,
  stopLoss: undefined,
  takeProfit: undefined,
  changedSeq: 1,
  changedMs: 1_000,
  triggerSeq: undefined,
  chainPlace: 1,
  closedMs: 0,
};
const CLOSED: Version = { ...OPEN, status: 'closed', chainPlace: 2, lots: 0n, margin: 0n };
const PENDING: Version = { ...OPEN, status: 'pending', chainPlace: 0 };

type Change = { readonly changedSeq: number; readonly changedMs: number };
type Ended = { readonly cause: string; readonly seq: number; readonly stop?: string; readonly trigger?: number };

function settledAt({ cause, seq, stop, trigger }: Ended, changed: Change = OPEN): SettlementRow {
  const before = {
    lots: '10',
    margin: '60.006',
    overnight_charged: '0',
    stop_loss: stop ?? null,
    take_profit: null,
    changed_seq: changed.changedSeq,
    changed_ms: changed.changedMs,
  };
  const body = { before, rest: null, trigger: trigger === undefined ? null : { seq: trigger } };
  return { id: '2', cause, seq, body, money: {} } as unknown as SettlementRow; // Only what the replay reads.
}

function findingsOf(
  life: Partial<Life>,
  { opened = 1, cursor = 6, closed = [] as number[], transfers = [] as TransferRow[] } = {},
): string[] {
  const opening = { tick: { seq: opened }, order: { at: 0 }, position: { margin: '60.006' } };
  const whole = {
    id: '1',
    market: 1,
    isLong: true,
    leverage: 10,
    limit: undefined,
    openedLots: units('10'),
    series: null,
    entry: units('60006'),
    overnightSince: 0n,
    opening,
    settlements: [],
    versions: [],
    ...life,
  } as unknown as Life; // Only what the replay reads.
  const ticks = PRICES.map((price, at) => ({
    market: 1,
    seq: at + 1,
    price: units(price),
    atMs: FIRST_TICK_MS + 1_000 * at,
    block: at + 1,
    sealedMs: 1_000 * (at + 1),
    phase: closed.includes(at + 1) ? ('closed' as const) : ('open' as const),
  }));
  const facts: Facts = {
    ticks: new Map([[1, ticks]]),
    nights: new Map(),
    lives: [whole],
    transfers,
    multipliers: new Map([[1, units('0.001')]]),
    cursor,
  };
  const findings = new Findings();
  replayTriggers(facts, findings);
  return [...findings.counts.keys()];
}

describe('a liquidation', () => {
  const versions = [OPEN, { ...CLOSED, cause: 'liquidation' }];
  const at = (seq: number) => findingsOf({ versions, settlements: [settledAt({ cause: 'liquidation', seq })] });

  it('is expected at the first tick at its price', () => {
    expect(at(5)).toEqual([]);
    expect(at(4)).toEqual([FINDINGS.liquidation]);
    expect(at(6)).toEqual([FINDINGS.liquidation]);
  });

  it('is missed if the position is still open, once the engine has taken the tick', () => {
    expect(findingsOf({ versions: [OPEN] })).toEqual([FINDINGS.liquidation]);
    expect(findingsOf({ versions: [OPEN] }, { cursor: 4 })).toEqual([]);
  });

  it('is missed if margin was added after the tick, and not if it was added before', () => {
    const added = (change: Change) =>
      findingsOf({ versions: [OPEN, { ...OPEN, margin: units('500'), ...change }] }, { cursor: 6 });
    expect(added({ changedSeq: 4, changedMs: 4_500 })).toEqual([]);
    expect(added({ changedSeq: 5, changedMs: 5_500 })).toEqual([FINDINGS.liquidation]);
  });
});

describe('a market that is closed', () => {
  const versions = [OPEN, { ...CLOSED, cause: 'liquidation' }];
  const at = (seq: number) =>
    findingsOf({ versions, settlements: [settledAt({ cause: 'liquidation', seq })] }, { closed: [5] });

  it('does nothing to its positions until it opens', () => {
    expect(at(6)).toEqual([]);
    expect(at(5)).toEqual([FINDINGS.closed, FINDINGS.liquidation]);
    expect(findingsOf({ versions: [OPEN] }, { closed: [5, 6] })).toEqual([]);
    expect(findingsOf({ versions: [OPEN] }, { closed: [1, 5, 6] })).toEqual([FINDINGS.tick]);
  });
});

describe('a stop', () => {
  const fires = (trigger: number, seq: number) => {
    const stopped = { ...OPEN, stopLoss: units('59600') };
    const closing = { ...stopped, status: 'closing', cause: 'stop', triggerSeq: trigger };
    const settlements = [settledAt({ cause: 'stop', seq, stop: '59600', trigger })];
    return findingsOf({ versions: [stopped, closing, { ...CLOSED, cause: 'stop' }], settlements });
  };

  it('is expected to fire at the first tick through its price, and to be filled by the next', () => {
    expect(fires(3, 4)).toEqual([]);
    expect(fires(4, 5)).toEqual([FINDINGS.stop]);
    expect(fires(3, 5)).toEqual([FINDINGS.filled]);
    expect(fires(3, 3)).toEqual([FINDINGS.filled]);
  });
});

describe('a close', () => {
  const closes = (seq: number, changedMs: number) => {
    const changed = { changedSeq: 2, changedMs };
    const closing = { ...OPEN, ...changed, status: 'closing', cause: 'user' };
    const settlements = [settledAt({ cause: 'user', seq }, changed)];
    return findingsOf({ versions: [OPEN, closing, { ...CLOSED, cause: 'user' }], settlements });
  };

  it('is expected at the first tick of a block that was sealed after the order', () => {
    expect(closes(3, 2_500)).toEqual([]);
    expect(closes(4, 2_500)).toEqual([FINDINGS.close]);
    expect(closes(4, 3_000)).toEqual([]);
    expect(closes(3, 3_000)).toEqual([FINDINGS.close]);
  });
});

describe('a pending order', () => {
  const fills = (opened: number) =>
    findingsOf({ limit: units('59450'), versions: [PENDING, OPEN] }, { opened, cursor: 4 });

  it('is expected to be filled by the first tick that reaches it', () => {
    expect(fills(4)).toEqual([]);
    expect(fills(3)).toEqual([FINDINGS.limit]);
  });

  it('is missed if it rests after that', () => {
    expect(findingsOf({ limit: units('59450'), versions: [PENDING] })).toEqual([FINDINGS.limit]);
  });
});

describe('a delivery', () => {
  const delivered = { ...CLOSED, cause: 'delivery' };
  const delivers = (seq: number, versions: readonly Version[] = [OPEN, delivered], changed: Change = OPEN) =>
    findingsOf({ series: SERIES, versions, settlements: [settledAt({ cause: 'delivery', seq }, changed)] });

  it('is expected at the first tick at or after its time', () => {
    expect(delivers(4)).toEqual([]);
    expect(delivers(3)).toEqual([FINDINGS.delivery]);
    expect(delivers(5)).toEqual([FINDINGS.delivery]);
    expect(findingsOf({ series: SERIES, versions: [OPEN] })).toEqual([FINDINGS.delivery]);
    expect(findingsOf({ series: SERIES, versions: [OPEN] }, { cursor: 3 })).toEqual([]);
  });

  it('comes before a close that was ordered, and before a liquidation', () => {
    const changed = { changedSeq: 3, changedMs: 3_500 };
    const closing = { ...OPEN, ...changed, status: 'closing', cause: 'user' };
    expect(delivers(4, [OPEN, closing, delivered], changed)).toEqual([]);
    const settlements = [settledAt({ cause: 'user', seq: 4 }, changed)];
    const versions = [OPEN, closing, { ...CLOSED, cause: 'user' }];
    expect(findingsOf({ series: SERIES, versions, settlements })).toEqual([FINDINGS.close]);
    const liquidated = [OPEN, { ...CLOSED, cause: 'liquidation' }];
    const late = [settledAt({ cause: 'liquidation', seq: 5 })];
    expect(findingsOf({ series: SERIES, versions: liquidated, settlements: late })).toEqual([FINDINGS.delivery]);
  });

  it('ends a pending order that was not reached before', () => {
    const expires = (closedMs: number, limit: string) => {
      const versions = [PENDING, { ...PENDING, status: 'cancelled', cause: 'expired', closedMs }];
      return findingsOf({ series: SERIES, limit: units(limit), versions });
    };
    expect(expires(4_500, '50000')).toEqual([]);
    expect(expires(3_500, '50000')).toEqual([FINDINGS.delivery]);
    expect(expires(4_500, '59500')).toEqual([FINDINGS.delivery]);
  });
});

describe('a change of margin', () => {
  const more = { ...OPEN, margin: units('70.006') };
  const paid = (amount: string) =>
    ({ kind: 'contract.margin_added', ref: '1:7', frozen: units(amount) }) as unknown as TransferRow; // What is read.
  const found = (transfers: TransferRow[]) => findingsOf({ versions: [OPEN, more] }, { cursor: 4, transfers });

  it('as of the same tick and time as the one before, needs its transfers', () => {
    expect(found([paid('10')])).toEqual([]);
    expect(found([paid('4'), paid('6')])).toEqual([]);
    expect(found([])).toEqual([FINDINGS.nights]);
    expect(found([paid('9')])).toEqual([FINDINGS.nights]);
  });
});
