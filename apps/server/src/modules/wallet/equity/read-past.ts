import { type TimeOrderedId, timeOfId } from '@app/base';
import { FLOW_KINDS } from '@app/domain/ledger';
import { EQUITY_BACK_MS, EQUITY_GRID_MS, type Holdings, holdingsOf, type Move } from '@app/domain/wallet';
import { formatDecimal } from '@app/money';
import { lastPushSeq, type Recipient } from '../../../platform/bus/push.ts';
import { now } from '../../../platform/db/clock.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Ledger } from '../../ledger/index.ts';
import { balancesOf } from '../balances-of.ts';

type Deps = { readonly db: Db; readonly ledger: Ledger };

/** A user's holdings and the moves that led to them. */
export type Past = {
  readonly holdings: Holdings;
  readonly moves: readonly Move[];
  readonly nowMs: number;
  readonly knownFromMs: number;
};

/** Maximum entries read: a user who trades more than this in a day sees a shorter day. */
const ENTRIES_MAX = 20_000;
const KEPT_MS = 10_000;

type Kept = Pick<Past, 'moves' | 'knownFromMs'> & { readonly held: string; readonly untilMs: number };

/**
 * Creates a reader of balances and the moves behind them, from one snapshot. The moves are read again after a while, or
 * when the balances differ or were pushed again, because equal balances may result from different moves. Frequent
 * requests thus cost one short query, and a deposit never appears later than its balance.
 */
export function createReadPast({ db, ledger }: Deps): (recipient: Recipient) => Promise<Past> {
  const kept = new Map<string, Kept>();
  const look = async (tx: Tx, recipient: Recipient): Promise<Past> => {
    const nowMs = (await now(tx)).getTime();
    const holdings = holdingsOf(await balancesOf(tx, ledger, recipient));
    const name = `${recipient.userId}:${recipient.mode}`;
    const held = `${await lastPushSeq(tx, recipient)} ${textOf(holdings)}`;
    const known = kept.get(name);
    if (known !== undefined && known.held === held && nowMs < known.untilMs) return { holdings, nowMs, ...known };
    const found = await walk(tx, ledger, { ...recipient, nowMs });
    forgetOld(kept, nowMs);
    kept.delete(name); // Keeps the oldest entry first.
    kept.set(name, { ...found, held, untilMs: nowMs + KEPT_MS });
    return { holdings, nowMs, ...found };
  };
  return (recipient) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => look(tx, recipient));
}

async function walk(
  tx: Tx,
  ledger: Ledger,
  { userId, mode, nowMs }: Recipient & { readonly nowMs: number },
): Promise<Pick<Past, 'moves' | 'knownFromMs'>> {
  const { moves, knownFromMs } = await ledger.readMoves(tx, {
    mode,
    owner: `user:${userId}`,
    except: ['bonus'],
    toldApart: FLOW_KINDS,
    sinceMs: nowMs - EQUITY_BACK_MS - EQUITY_GRID_MS,
    pieceMs: EQUITY_GRID_MS,
    entriesMax: ENTRIES_MAX,
  });
  const beganMs = Math.min(timeOfId(userId as TimeOrderedId), nowMs); // User ids are time-ordered; their clock may be ahead.
  return {
    moves: moves.map(({ isToldApart, ...move }) => ({ ...move, isFlow: isToldApart })),
    // A partly known interval counts as unknown.
    knownFromMs: Math.max(beganMs, Math.ceil(knownFromMs / EQUITY_GRID_MS) * EQUITY_GRID_MS),
  };
}

const textOf = (holdings: Holdings) =>
  [...holdings].map(([currency, amount]) => `${currency} ${formatDecimal(amount)}`).join();

function forgetOld(kept: Map<string, Kept>, nowMs: number): void {
  for (const [name, { untilMs }] of kept) {
    if (untilMs > nowMs) return;
    kept.delete(name);
  }
}
