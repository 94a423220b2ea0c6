import {
  fromUnits,
  minus,
  NOTHING,
  type Rational,
  type SlowPosition,
  slowIsLiquidated,
  slowNightsDue,
} from '@app/testkit/exact';
import type { Findings } from '../engines/findings.ts';
import {
  type Facts,
  groupBy,
  type Life,
  MARGIN_KINDS,
  type SettlementRow,
  type Tick,
  units,
  type Version,
} from './facts.ts';
import { FINDINGS } from './findings.ts';
import { openedAt, type SlowMarket, slowMarketOf } from './slow-market.ts';
import { deliversMs } from './terms.ts';

/** What was in force between two changes of a position. */
type InForce = {
  readonly status: string;
  readonly lots: bigint;
  /** Margin and charged nights together: charging a night moves money between them, and no trigger. */
  readonly held: bigint;
  readonly stopLoss: bigint | undefined;
  readonly takeProfit: bigint | undefined;
  readonly changedSeq: number;
  readonly changedMs: number;
  readonly triggerSeq: number | undefined;
};

type Event = { readonly cause: 'delivery' | 'liquidation' | 'stop' | 'profit'; readonly seq: number };

type Replay = {
  readonly life: Life;
  readonly market: SlowMarket;
  /** Position as it was opened; margin and lots are those in force. */
  readonly shape: SlowPosition;
  readonly ticks: readonly Tick[];
  /** Last tick that the shard has taken. */
  readonly last: number;
  /** What its user added to its margin and removed, in order. */
  readonly marginChanges: readonly bigint[];
  readonly findings: Findings;
};

/** A change without a known tick, as a cancel, or soon after a reload; prices older than this were applied before. */
const GRACE_MS = 3_000;
const FIRE_CAUSES = ['stop', 'profit'];

/**
 * Replays all ticks of each position's market against what was in force at each of them. A tick acts if it is newer than
 * the last change, and its block too; the first one with a reason must be the one that did something, and no other.
 */
export function replayTriggers(facts: Facts, findings: Findings): void {
  const margins = groupBy(
    facts.transfers.filter(({ kind }) => MARGIN_KINDS.includes(kind)),
    ({ ref }) => ref.split(':')[0] ?? '',
  );
  for (const life of facts.lives) {
    const ticks = facts.ticks.get(life.market) ?? [];
    const market = slowMarketOf(facts, life.market);
    const shape = openedAt(market, life, fromUnits(life.entry ?? life.limit ?? 0n));
    const last = ticks.findLast(({ block }) => block <= facts.cursor)?.seq ?? 0;
    const marginChanges = margins.get(life.id)?.map(({ frozen }) => frozen) ?? [];
    replayLife({ life, market, shape, ticks, last, marginChanges, findings });
  }
}

function replayLife(replay: Replay): void {
  const { life, findings } = replay;
  let inForce: InForce | undefined;
  let place = 0;
  for (const version of life.versions) {
    if (inForce === undefined || inForce.status === 'pending') {
      if (version.chainPlace === 0) {
        inForce = keepPending(replay, inForce, version);
        continue;
      }
      inForce = open(replay, inForce, version);
      place = 1;
    }
    for (; place < version.chainPlace && inForce !== undefined; place++) {
      const settlement = life.settlements[place - 1];
      if (settlement === undefined) return void findings.add(FINDINGS.lost, `settlement ${place} of ${life.id}`);
      inForce = settle(replay, inForce, settlement);
    }
    const isEnded = version.status === 'closed' || version.status === 'cancelled';
    if (inForce === undefined || isEnded) {
      if (!isEnded || (inForce !== undefined && inForce.status !== 'ended'))
        findings.add(FINDINGS.close, `${life.id} is ${version.status} and was not expected to be`);
      return;
    }
    inForce = change(replay, inForce, version);
  }
  if (inForce !== undefined) checkEnd(replay, inForce);
}

const inForceOf = (version: Version): InForce => ({ ...version, held: version.margin + version.charged });

/** Ticks that act on what was in force. */
const acting = ({ ticks }: Replay, { changedSeq, changedMs, triggerSeq = 0 }: InForce): readonly Tick[] =>
  ticks
    .slice(Math.max(changedSeq, triggerSeq))
    .filter(({ sealedMs, phase }) => phase === 'open' && sealedMs > changedMs);

const reaches = ({ life: { isLong, limit = 0n } }: Replay, { price }: Tick): boolean =>
  isLong ? price <= limit : price >= limit;

const isDue = ({ life: { series } }: Replay, tick: Tick | undefined): boolean =>
  series !== null && tick !== undefined && tick.atMs >= deliversMs(series);

/** A pending order stays, or is cancelled. */
function keepPending(replay: Replay, before: InForce | undefined, version: Version): InForce | undefined {
  const { life, findings } = replay;
  if (before === undefined) return inForceOf(version);
  const reached = firstReached(replay, before);
  if (version.status === 'pending') {
    if (reached !== undefined && isSeen(reached, version))
      findings.add(FINDINGS.limit, `${life.id} was changed after tick ${reached.seq} had reached it`);
    return inForceOf(version);
  }
  const isReached = reached !== undefined && reached.sealedMs <= version.closedMs;
  if (version.cause === 'expired' && !(isReached && isDue(replay, reached)))
    findings.add(FINDINGS.delivery, `${life.id} expired before its delivery`);
  if (version.cause === 'refused' && !isReached)
    findings.add(FINDINGS.limit, `${life.id} was refused before any tick reached it`);
  if (version.cause === 'user' && reached !== undefined && reached.sealedMs < version.closedMs - GRACE_MS)
    findings.add(FINDINGS.limit, `${life.id} was cancelled after tick ${reached.seq} had reached it`);
  return undefined;
}

/** Returns the tick that fills a pending order, or at which it expires. */
const firstReached = (replay: Replay, pending: InForce): Tick | undefined =>
  acting(replay, pending).find((tick) => isDue(replay, tick) || reaches(replay, tick));

/** Whether a tick was applied before a change of the position. */
const isSeen = ({ seq, sealedMs }: Tick, { changedSeq, changedMs }: Pick<InForce, 'changedSeq' | 'changedMs'>) =>
  changedSeq > 0 ? seq <= changedSeq : sealedMs < changedMs - GRACE_MS;

/** The position is opened, at once or by the tick that reached the order. */
function open(replay: Replay, pending: InForce | undefined, version: Version): InForce | undefined {
  const { life, ticks, findings } = replay;
  const tick = ticks[(life.opening?.tick.seq ?? 0) - 1];
  if (life.opening === undefined || tick === undefined) {
    findings.add(FINDINGS.lost, `no opening of ${life.id}`);
    return undefined;
  }
  if (pending === undefined && (tick.sealedMs <= life.opening.order.at || tick.phase !== 'open'))
    findings.add(FINDINGS.tick, life.id);
  const reached = pending && firstReached(replay, pending);
  if (pending !== undefined && (reached?.seq !== tick.seq || isDue(replay, tick)))
    findings.add(FINDINGS.limit, `${life.id} was filled at ${tick.seq} and reached at ${reached?.seq}`);
  const { stopLoss, takeProfit } = pending ?? version;
  const money = { lots: life.openedLots, held: units(life.opening.position.margin) };
  return { status: 'open', ...money, stopLoss, takeProfit, ...asOf(tick) };
}

const asOf = ({ seq, sealedMs }: Tick) => ({ changedSeq: seq, changedMs: sealedMs, triggerSeq: undefined });

/** Returns the first acting tick that delivers or liquidates the position, or fires a stop. */
function firstEvent(replay: Replay, inForce: InForce): Event | undefined {
  const afterNights = withNights(replay, inForce);
  for (const tick of acting(replay, inForce)) {
    const { seq, price } = tick;
    if (seq > replay.last) return undefined;
    if (isDue(replay, tick)) return { cause: 'delivery', seq };
    const position = afterNights(replay.market.nightsAt(seq));
    if (slowIsLiquidated(position, { index: fromUnits(price), nights: [] })) return { cause: 'liquidation', seq };
    const cause = firedBy(replay, inForce, price);
    if (cause !== undefined) return { cause, seq };
  }
  return undefined;
}

/** Returns the position after some nights are paid; most ticks have as many nights as the one before. */
function withNights({ shape }: Replay, { lots, held }: InForce): (nights: readonly Rational[]) => SlowPosition {
  const whole = { ...shape, lots: fromUnits(lots), margin: fromUnits(held), nightsPaid: NOTHING };
  let known: { readonly nights: number; readonly position: SlowPosition } | undefined;
  return (nights) => {
    if (known?.nights !== nights.length)
      known = {
        nights: nights.length,
        position: { ...whole, margin: minus(whole.margin, slowNightsDue(whole, nights)) },
      };
    return known.position;
  };
}

function firedBy(
  { life: { isLong } }: Replay,
  { stopLoss, takeProfit }: InForce,
  price: bigint,
): 'stop' | 'profit' | undefined {
  if (stopLoss !== undefined && (isLong ? price <= stopLoss : price >= stopLoss)) return 'stop';
  if (takeProfit !== undefined && (isLong ? price >= takeProfit : price <= takeProfit)) return 'profit';
  return undefined;
}

const FINDING_OF = {
  delivery: FINDINGS.delivery,
  liquidation: FINDINGS.liquidation,
  stop: FINDINGS.stop,
  profit: FINDINGS.stop,
} as const;

/** Checks that nothing had a reason before a change by the user. */
function checkUntil(replay: Replay, inForce: InForce, isBefore: (tick: Tick) => boolean): void {
  if (inForce.status !== 'open') return;
  const event = firstEvent(replay, inForce);
  const tick = replay.ticks[(event?.seq ?? 0) - 1];
  if (event !== undefined && tick !== undefined && isBefore(tick))
    replay.findings.add(FINDING_OF[event.cause], `${replay.life.id} at tick ${event.seq}, and it did not`);
}

/** Checks that the first event is the one that happened. */
function expectEvent(replay: Replay, inForce: InForce, happened: Event): void {
  const { life, findings } = replay;
  const event = firstEvent(replay, inForce);
  if (event?.cause === happened.cause && event.seq === happened.seq) return;
  const expected = event === undefined ? 'nothing' : `${event.cause} at ${event.seq}`;
  const isForced = event?.cause === 'delivery' || event?.cause === 'liquidation';
  const finding = FINDING_OF[isForced ? event.cause : happened.cause];
  findings.add(finding, `${life.id}: ${happened.cause} at ${happened.seq} instead of ${expected}`);
}

/** Checks a settlement's tick and returns what stays in force. */
function settle(replay: Replay, before: InForce, settlement: SettlementRow): InForce | undefined {
  const { life, ticks, findings } = replay;
  const { cause, seq, body } = settlement;
  const tick = ticks[seq - 1];
  if (tick === undefined) {
    findings.add(FINDINGS.settlement, `${settlement.id} at a tick that does not exist`);
    return undefined;
  }
  if (tick.phase !== 'open') findings.add(FINDINGS.closed, `${settlement.id} (${cause} of ${life.id}) at tick ${seq}`);
  const inForce = cause === 'reverse' ? before : changeBefore(replay, before, settlement);
  if (cause === 'reverse') checkUntil(replay, inForce, (it) => it.seq <= seq);
  else if (cause === 'liquidation') expectEvent(replay, inForce, { cause, seq });
  else if (cause === 'delivery') expectDelivery(replay, inForce, seq);
  else if (cause === 'stop' || cause === 'profit') {
    const triggerSeq = body.trigger?.seq ?? 0;
    if (inForce.status === 'open') expectEvent(replay, inForce, { cause, seq: triggerSeq });
    const next = acting(replay, { ...inForce, triggerSeq })[0];
    if (next?.seq !== seq || isDue(replay, next))
      findings.add(FINDINGS.filled, `${life.id} fired at ${triggerSeq}, filled at ${seq}, next ${next?.seq}`);
  } else {
    const next = acting(replay, inForce)[0];
    if (next?.seq !== seq || isDue(replay, next))
      findings.add(FINDINGS.close, `${life.id} was closed at ${seq} instead of ${next?.seq}`);
  }
  if (body.rest === null) return { ...inForce, status: 'ended' };
  const held = units(body.rest.margin) + units(body.rest.overnight_charged);
  return { ...inForce, status: 'open', lots: units(body.rest.lots), held, ...asOf(tick) };
}

/** Checks a delivery: it comes before everything else of its tick, also before a close that was ordered. */
function expectDelivery(replay: Replay, inForce: InForce, seq: number): void {
  if (inForce.status === 'open') {
    expectEvent(replay, inForce, { cause: 'delivery', seq });
    return;
  }
  const next = acting(replay, inForce)[0];
  if (next?.seq !== seq || !isDue(replay, next))
    replay.findings.add(FINDINGS.delivery, `${replay.life.id} was delivered at ${seq}, next ${next?.seq}`);
}

/** A settlement's receipt names the last change before it, which may have been in the same batch. */
function changeBefore(replay: Replay, inForce: InForce, { cause, body: { before, rest } }: SettlementRow): InForce {
  const changed = { changedSeq: before.changed_seq, changedMs: before.changed_ms };
  if (changed.changedSeq === inForce.changedSeq && changed.changedMs === inForce.changedMs) return inForce;
  checkUntil(replay, inForce, (tick) => isSeen(tick, changed));
  const held = units(before.margin) + units(before.overnight_charged);
  const ofRest = rest === null ? 0n : units(rest.margin) + units(rest.overnight_charged);
  const stop = (text: string | null) => (text === null ? undefined : units(text));
  const stops = { stopLoss: stop(before.stop_loss), takeProfit: stop(before.take_profit) };
  const status = cause === 'user' ? 'closing' : 'open';
  return { ...inForce, ...changed, ...stops, status, held: held + ofRest, triggerSeq: undefined };
}

/** Follows a change by the user, a night that was charged, or a stop that fired. */
function change(replay: Replay, before: InForce, version: Version): InForce {
  const { life, findings } = replay;
  const isSame = version.changedSeq === before.changedSeq && version.changedMs === before.changedMs;
  const fired = FIRE_CAUSES.includes(version.cause ?? '') && version.status === 'closing';
  let inForce = before;
  if (!isSame) {
    checkUntil(replay, before, (tick) => isSeen(tick, version));
    inForce = { ...inForceOf(version), status: fired ? 'open' : version.status, triggerSeq: undefined };
  } else if (version.lots === before.lots && isPaid(replay, version.margin + version.charged - before.held))
    inForce = { ...before, held: version.margin + version.charged };
  else findings.add(FINDINGS.nights, `${life.id} has other margin without a change`);
  if (version.triggerSeq !== undefined && inForce.status === 'open') {
    expectEvent(replay, inForce, { cause: version.cause === 'stop' ? 'stop' : 'profit', seq: version.triggerSeq });
    return { ...inForce, status: 'closing', triggerSeq: version.triggerSeq };
  }
  return { ...inForce, status: version.status };
}

/**
 * Whether transfers of margin, one after the other, make a difference. Two changes may be as of one tick and time, in two
 * batches: both have waited for that tick, or one for its account.
 */
function isPaid({ marginChanges }: Replay, difference: bigint): boolean {
  if (difference === 0n) return true;
  return marginChanges.some((_, first) => {
    let paid = 0n;
    return marginChanges.slice(first).some((change) => {
      paid += change;
      return paid === difference;
    });
  });
}

/** Checks that nothing is left to do at the last tick. */
function checkEnd(replay: Replay, inForce: InForce): void {
  const { life, last, findings } = replay;
  const next = acting(replay, inForce).filter(({ seq }) => seq <= last);
  if (inForce.status === 'pending') {
    const reached = next.find((tick) => isDue(replay, tick) || reaches(replay, tick));
    if (reached !== undefined) findings.add(FINDINGS.limit, `${life.id} was reached at ${reached.seq} and rests`);
  } else if (inForce.status === 'closing') {
    if (next[0] !== undefined) findings.add(FINDINGS.close, `${life.id} still closes after tick ${next[0].seq}`);
  } else checkUntil(replay, inForce, ({ seq }) => seq <= last);
}
