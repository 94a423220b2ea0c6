import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { median } from '../../trial/mann-whitney.ts';
import { goSteadily, quantile, type Sent } from './load.ts';
import { MARKETS, marketOfUser, type Order, type Pair } from './mix.ts';
import type { Arena } from './testbed.ts';

const HELD_MS = 2_000;
const WINDOWS = 4;
const ORDER_EVERY_MS = 50;
/** One tick better than the other resting orders: every taker must match this order first. */
const TOP_PRICE = '60599.99';
/** Worse than all other resting orders: nobody has to match this order, so others can only be delayed by its lock. */
const FAR_PRICE = '59000';

/** What a user whose account row is locked by another transaction does meanwhile. */
export const CASES = ['does nothing', 'keeps ordering', 'stands first in a book'] as const;
type Case = (typeof CASES)[number];

export type Held = {
  readonly held: Case;
  /** Of all other users, in milliseconds, without and with a locked account; the median of all windows. */
  readonly freeP99: number;
  readonly heldP99: number;
  /** Orders that had to match the locked user's order: their number, and how many were refused as busy. */
  readonly blocked: { readonly orders: number; readonly busy: number; readonly slowestMs: number };
};

type Scene = {
  readonly arena: Arena;
  readonly nextPair: () => Pair;
  readonly user: number;
  readonly perSecond: number;
};

/**
 * Alternates free and locked windows, so that a slow phase of the machine affects both. Each case has its own user:
 * one who kept ordering has no room for more orders.
 */
export async function hold({ user: firstUser, ...rest }: Scene, held: Case): Promise<Held> {
  const scene = { ...rest, user: firstUser + CASES.indexOf(held) * MARKETS.length };
  const free: (readonly Sent[])[] = [];
  const during: (readonly Sent[])[] = [];
  for (let window = 0; window < WINDOWS; window++) {
    free.push(await run(scene, held));
    if (held === 'stands first in a book') await scene.arena.client.place(topOrder(scene.user));
    const holding = holdRow(scene.arena.root, scene.user);
    during.push(await run(scene, held));
    await holding;
  }
  const top = marketOfUser(scene.user);
  const isBlocked = ({ order }: Sent) =>
    held === 'stands first in a book' && order.market === top && order.side === 'buy' && order.price === top.ask;
  const p99 = (sent: readonly Sent[]) => {
    const others = sent.filter((it) => !isBlocked(it));
    return quantile(
      others.map(({ tookMs }) => tookMs),
      0.99,
    );
  };
  const blocked = during.flat().filter(isBlocked);
  const busy = blocked.filter(({ answer }) => answer === 'account_busy').length;
  const slowestMs = Math.max(0, ...blocked.map(({ tookMs }) => tookMs));
  return {
    held,
    freeP99: median(free.map(p99)),
    heldP99: median(during.map(p99)),
    blocked: { orders: blocked.length, busy, slowestMs },
  };
}

/** Returns what the other users sent in the meantime. */
async function run({ arena, nextPair, user, perSecond }: Scene, held: Case): Promise<readonly Sent[]> {
  const going = goSteadily(arena.client, nextPair, { perSecond, ms: HELD_MS });
  const untilMs = performance.now() + HELD_MS;
  const own: Promise<unknown>[] = [];
  while (held === 'keeps ordering' && performance.now() < untilMs) {
    own.push(arena.client.place(farOrder(user)));
    await pause(ORDER_EVERY_MS);
  }
  const sent = await going;
  await Promise.all(own);
  return sent;
}

const farOrder = (user: number): Order => ({ user, market: marketOfUser(user), side: 'buy', price: FAR_PRICE });

const topOrder = (user: number): Order => ({ user, market: marketOfUser(user), side: 'sell', price: TOP_PRICE });

/** Locks the account row for exactly this long, whatever waits for it. */
async function holdRow(root: pg.Pool, user: number): Promise<void> {
  const client = await root.connect();
  await client.query('begin');
  await client.query(`select from ledger_account where owner = $1 and book = 'demo' for update`, [`user:${user}`]);
  await pause(HELD_MS);
  await client.query('rollback');
  client.release();
}
