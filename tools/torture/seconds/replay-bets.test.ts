import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { Findings } from '../engines/findings.ts';
import type { BetLife, Facts, SettlementRow, TransferRow } from './facts.ts';
import { FINDINGS } from './findings.ts';
import { replayBets } from './replay-bets.ts';
import { SILENT_MS } from './terms.ts';

const units = (text: string): bigint => parseDecimal<Amount>(text);

/** Ticks half a second apart, from acceptance on. */
const PRICES = ['100', '100', '100', '101', '102', '103', '104', '105', '106', '107', '108', '109', '101', '101', '99'];
const ACCEPTED_MS = 1_000_000;
/** First tick a second after acceptance, and first one five seconds after that. */
const ENTRY = 3;
const EXIT = 13;

const TICKS = PRICES.map((price, at) => ({
  market: 1,
  seq: at + 1,
  price: units(price),
  atMs: ACCEPTED_MS + 500 * at,
  block: at + 1,
  sealedMs: ACCEPTED_MS + 500 * at,
}));

const SETTLED: SettlementRow = {
  outcome: 'profit',
  returned: units('185'),
  entrySeq: ENTRY,
  exitSeq: EXIT,
  entryPrice: units('100'),
  exitPrice: units('101'),
  atMs: ACCEPTED_MS + 6_100,
};
const BET: BetLife = {
  id: '7',
  user: '1',
  market: 1,
  isUp: true,
  seconds: 5,
  stake: units('100'),
  payoutRate: units('0.85'),
  entryDelayMs: 1_000,
  cancelLeadMs: 1_000,
  voidAfterMs: 2_000,
  acceptedMs: ACCEPTED_MS,
  acceptedSeq: 1,
  cancelMs: undefined,
  status: 'settled',
  entrySeq: ENTRY,
  settlement: SETTLED,
};
const HOLD: TransferRow = {
  kind: 'seconds.hold',
  ref: '7',
  available: units('-100'),
  frozen: units('100'),
  platform: 0n,
};
const PAID: TransferRow = {
  kind: 'seconds.settle',
  ref: '7',
  available: units('185'),
  frozen: units('-100'),
  platform: units('-85'),
};
const REFUND: TransferRow = { ...PAID, kind: 'seconds.refund', available: units('100'), platform: 0n };

/** Returns what the replay finds about one bet. */
function findingsOf(bet: BetLife, facts: Partial<Facts> = {}): string[] {
  const findings = new Findings();
  const knownToMs = TICKS.at(-1)?.atMs ?? 0;
  replayBets({ ticks: new Map([[1, TICKS]]), knownToMs, bets: [bet], transfers: [HOLD, PAID], ...facts }, findings);
  return [...findings.counts.keys()];
}

describe('the replay of bets', () => {
  it('given a bet that ended as its ticks say, then it finds nothing', () => {
    expect(findingsOf(BET)).toEqual([]);
  });

  it.each([ENTRY - 1, ENTRY + 1])('given an entry at tick %i, then it is not the first that counts', (entrySeq) => {
    const settlement = { ...SETTLED, entrySeq };
    expect(findingsOf({ ...BET, entrySeq, settlement })).toEqual([FINDINGS.entry]);
  });

  it.each([EXIT - 1, EXIT + 1])('given an exit at tick %i, then it is not the first that counts', (exitSeq) => {
    const exitPrice = TICKS[exitSeq - 1]?.price;
    expect(findingsOf({ ...BET, settlement: { ...SETTLED, exitSeq, exitPrice } })).toEqual([FINDINGS.exit]);
  });

  it('given a bet that is due and still open, then it is missing its exit', () => {
    const open = { ...BET, status: 'running', settlement: undefined };
    expect(findingsOf(open, { transfers: [HOLD] })).toEqual([FINDINGS.exit]);
  });

  it('given two equal prices counted as a loss, then the result is wrong, and nothing else', () => {
    const lost = { ...SETTLED, outcome: 'loss', returned: 0n, exitPrice: units('100') };
    const transfers = [HOLD, { ...PAID, available: 0n, platform: units('100') }];
    expect(findingsOf({ ...BET, settlement: lost }, { transfers })).toEqual([FINDINGS.outcome]);
  });

  it('given a bet that was paid again, then it was settled twice', () => {
    const again = { ...PAID, ref: '7:again', frozen: 0n, available: units('85') };
    expect(findingsOf(BET, { transfers: [HOLD, PAID, again] })).toEqual([FINDINGS.twice]);
  });

  it('given a transfer of another amount, or of no bet, then it is found', () => {
    expect(findingsOf(BET, { transfers: [HOLD, { ...PAID, available: units('185.01') }] })).toEqual([
      FINDINGS.transfer,
    ]);
    expect(findingsOf(BET, { transfers: [HOLD, PAID, { ...HOLD, ref: '8' }] })).toEqual([FINDINGS.transfer]);
  });

  it('given a price older than two seconds at acceptance, then it was too old', () => {
    const old = TICKS.map((tick) => (tick.seq === 1 ? { ...tick, atMs: ACCEPTED_MS - 2_001 } : tick));
    expect(findingsOf(BET, { ticks: new Map([[1, old]]) })).toEqual([FINDINGS.stale]);
  });

  it('given a cancel in time, then only a refund is right', () => {
    const cancelled = { ...SETTLED, ...NO_TICKS, outcome: 'cancelled', returned: units('100') };
    const bet = { ...BET, cancelMs: ACCEPTED_MS, status: 'cancelled', entrySeq: undefined, settlement: cancelled };
    expect(findingsOf(bet, { transfers: [HOLD, REFUND] })).toEqual([]);
    expect(findingsOf({ ...bet, cancelMs: ACCEPTED_MS + 1 }, { transfers: [HOLD, REFUND] })).toContain(FINDINGS.entry);
    expect(findingsOf({ ...BET, cancelMs: ACCEPTED_MS })).toContain(FINDINGS.exit);
  });

  it('given a feed that is silent, then a bet is void only so long after its window that no block of it can come', () => {
    const windowEndMs = ACCEPTED_MS + 3_000;
    const voided = (atMs: number) => ({ ...SETTLED, ...NO_TICKS, outcome: 'void', returned: units('100'), atMs });
    const facts = { ticks: new Map([[1, TICKS.slice(0, 2)]]), knownToMs: ACCEPTED_MS + 500, transfers: [HOLD, REFUND] };
    const bet = (atMs: number) => ({ ...BET, status: 'void', entrySeq: undefined, settlement: voided(atMs) });
    expect(findingsOf(bet(windowEndMs + SILENT_MS), facts)).toEqual([]);
    expect(findingsOf(bet(windowEndMs + SILENT_MS - 1), facts)).toEqual([FINDINGS.refund]);
  });
});

const NO_TICKS = { entrySeq: undefined, exitSeq: undefined, entryPrice: undefined, exitPrice: undefined } as const;
