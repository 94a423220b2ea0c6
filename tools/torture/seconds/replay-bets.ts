import {
  fromUnits,
  type SlowBet,
  type SlowOutcome,
  type SlowTick,
  slowGain,
  slowOutcome,
  toUnits,
} from '@app/testkit/exact';
import type { Findings } from '../engines/findings.ts';
import type { SealedTick } from '../engines/sealed-ticks.ts';
import type { BetLife, Facts, SettlementRow, TransferRow } from './facts.ts';
import { FINDINGS } from './findings.ts';
import { FRESH_MS, SILENT_MS } from './terms.ts';

type MarketTicks = { readonly sealed: readonly SealedTick[]; readonly slow: readonly SlowTick[] };

/**
 * Judges every bet as a whole, by all ticks of its market and the slow specification, and compares ticks, result and
 * money with what the engine did. What differs is a finding.
 */
export function replayBets(facts: Facts, findings: Findings): void {
  const markets = new Map<number, MarketTicks>();
  for (const [market, sealed] of facts.ticks)
    markets.set(market, { sealed, slow: sealed.map(({ atMs, price }) => ({ atMs, price: fromUnits(price) })) });
  const transfers = Map.groupBy(facts.transfers, ({ ref }) => ref.split(':')[0] ?? '');
  for (const bet of facts.bets) {
    const ticks = markets.get(bet.market) ?? { sealed: [], slow: [] };
    checkAcceptance(bet, ticks, findings);
    checkTicks(bet, { ticks, knownToMs: facts.knownToMs }, findings);
    if (bet.settlement !== undefined) checkResult(bet, bet.settlement, findings);
    checkMoney(bet, transfers.get(bet.id) ?? [], findings);
  }
  const known = new Set(facts.bets.map(({ id }) => id));
  for (const ref of transfers.keys()) if (!known.has(ref)) findings.add(FINDINGS.transfer, `${ref} of no bet`);
}

/** The newest tick of the market was fresh when the bet was accepted, and not from later. */
function checkAcceptance({ id, acceptedSeq, acceptedMs }: BetLife, { sealed }: MarketTicks, findings: Findings): void {
  const tick = sealed[acceptedSeq - 1];
  const ageMs = acceptedMs - (tick?.atMs ?? 0);
  if (tick?.seq !== acceptedSeq || ageMs > FRESH_MS || ageMs < 0) findings.add(FINDINGS.stale, `${id}: ${ageMs} ms`);
}

const slowBetOf = (bet: BetLife): SlowBet => ({
  isUp: bet.isUp,
  seconds: bet.seconds,
  stake: fromUnits(bet.stake),
  payout: fromUnits(bet.payoutRate),
  acceptedMs: bet.acceptedMs,
  cancelMs: bet.cancelMs,
  entryDelayMs: bet.entryDelayMs,
  cancelLeadMs: bet.cancelLeadMs,
  voidAfterMs: bet.voidAfterMs,
});

type Known = { readonly ticks: MarketTicks; readonly knownToMs: number };

function checkTicks(bet: BetLife, { ticks, knownToMs }: Known, findings: Findings): void {
  const seqOf = (place: number | undefined) => (place === undefined ? undefined : ticks.sealed[place]?.seq);
  const { settlement } = bet;
  // Only a bet that was refunded may have ended by the clock, long after the last block.
  const isRefund = settlement !== undefined && settlement.exitSeq === undefined;
  const completeToMs = isRefund ? Math.max(knownToMs, settlement.atMs - SILENT_MS) : knownToMs;
  const slow = slowOutcome(slowBetOf(bet), ticks.slow, completeToMs);
  const is = kindOf(slow);
  const detail = `${bet.id}: ${bet.status} ${bet.entrySeq} ${settlement?.exitSeq}, must be ${slow.is} ${seqOf(slow.entry)} ${seqOf(slow.exit)}`;
  if (bet.entrySeq !== seqOf(slow.entry)) findings.add(FINDINGS.entry, detail);
  if (settlement !== undefined && settlement.entrySeq !== bet.entrySeq) findings.add(FINDINGS.entry, detail);
  if (settlement?.exitSeq !== seqOf(slow.exit)) findings.add(FINDINGS.exit, detail);
  else if (bet.status !== is) findings.add(FINDINGS.refund, detail);
}

const kindOf = ({ is }: SlowOutcome): string => (is === 'profit' || is === 'loss' || is === 'flat' ? 'settled' : is);

/** The result follows from the two prices of the settlement, whichever ticks they are of. */
function checkResult(
  bet: BetLife,
  { outcome, entryPrice, exitPrice, returned }: SettlementRow,
  findings: Findings,
): void {
  const expected =
    entryPrice === undefined || exitPrice === undefined ? undefined : resultOf(bet, entryPrice, exitPrice);
  const isRefund = outcome === 'void' || outcome === 'cancelled';
  const isResult = isRefund ? exitPrice === undefined : outcome === expected;
  const paid = isRefund ? bet.stake : paidFor(bet, outcome);
  if (!isResult || returned !== paid) findings.add(FINDINGS.outcome, `${bet.id}: ${outcome} instead of ${expected}`);
}

function resultOf({ isUp }: BetLife, entry: bigint, exit: bigint): 'profit' | 'loss' | 'flat' {
  if (entry === exit) return 'flat';
  return entry < exit === isUp ? 'profit' : 'loss';
}

const gainOf = ({ stake, payoutRate }: BetLife): bigint => toUnits(slowGain(fromUnits(stake), fromUnits(payoutRate)));

function paidFor(bet: BetLife, outcome: string): bigint {
  if (outcome === 'loss') return 0n;
  return outcome === 'profit' ? bet.stake + gainOf(bet) : bet.stake;
}

/** One transfer holds the stake, one ends the bet, and each moves what the rows say. */
function checkMoney(bet: BetLife, transfers: readonly TransferRow[], findings: Findings): void {
  const { id, stake, settlement } = bet;
  const of = (...kinds: string[]) => transfers.filter(({ kind }) => kinds.includes(kind));
  const [held, ...more] = of('seconds.hold');
  if (held?.frozen !== stake || held.available !== -stake || held.platform !== 0n || more.length > 0)
    findings.add(FINDINGS.transfer, `hold of ${id}`);
  const ends = of('seconds.settle', 'seconds.refund');
  if (ends.length > 1) findings.add(FINDINGS.twice, id);
  const [end] = ends;
  if (settlement === undefined || end === undefined) {
    if (settlement !== undefined || end !== undefined) findings.add(FINDINGS.transfer, `end of ${id}`);
    return;
  }
  const { outcome, returned } = settlement;
  const kind = outcome === 'void' || outcome === 'cancelled' ? 'seconds.refund' : 'seconds.settle';
  const isExact =
    end.kind === kind &&
    end.ref === id &&
    end.frozen === -stake &&
    end.available === returned &&
    end.platform === stake - returned;
  if (!isExact) findings.add(FINDINGS.transfer, `${end.kind} of ${id} (${outcome})`);
}
