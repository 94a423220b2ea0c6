import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Columns = Readonly<Partial<Record<string, unknown>>>;

const ACCEPTED_MS = Date.UTC(2026, 10, 18, 12);
const WAITING = {
  book: 'real',
  market: 1,
  side: 'up',
  seconds: 30,
  stake: '100',
  currency: 'USDT',
  terms: 0,
  payout_rate: '0.85',
  entry_delay_ms: 1_000,
  cancel_lead_ms: 1_000,
  void_after_ms: 10_000,
  accepted_ms: ACCEPTED_MS,
  accepted_seq: 10,
  receipt_hash: 'ab',
  status: 'waiting',
};

type Owned = Columns & { readonly id: bigint; readonly user_id: bigint };

/** Inserts a bet as the engine would have written it: defaults to 100 USDT on BTC up, waiting for its entry tick. */
export const insertBet = (client: pg.Client, columns: Owned): Promise<unknown> =>
  insert(client, 'seconds_bet', { ...WAITING, key: randomUUID(), at: new Date(ACCEPTED_MS), ...columns });

/** Columns of a bet that has entered at 60,000. */
export const ENTERED = {
  status: 'running',
  entry_seq: 15,
  entry_ms: ACCEPTED_MS + 1_200,
  entry_price: '60000',
  entry_block: 15,
};

const RETURNED: Readonly<Record<string, string>> = { profit: '185', loss: '0' };
const EXITS: Readonly<Record<string, string>> = { profit: '61000', loss: '59000', flat: '60000' };
let places = 0;

/** Inserts a bet that has ended, with its settlement, and returns the settlement's id. */
export async function insertEndedBet(
  client: pg.Client,
  { outcome, settlement, ...columns }: Owned & { readonly outcome: string; readonly settlement: bigint },
): Promise<bigint> {
  const isSettled = outcome in EXITS;
  const status = isSettled ? 'settled' : outcome;
  const cancelled = outcome === 'cancelled' ? { cancel_ms: ACCEPTED_MS + 100 } : {};
  const bet = { ...WAITING, ...(isSettled ? ENTERED : {}), ...cancelled, ...columns, status };
  await insertBet(client, bet as Owned);
  const exit = { exit_seq: 200, exit_ms: ACCEPTED_MS + 31_200, exit_price: EXITS[outcome], exit_block: 200 };
  const { id, user_id, book, market, side, seconds, stake, currency, payout_rate } = { ...WAITING, ...columns };
  const { entry_seq, entry_ms, entry_price } = ENTERED;
  await insert(client, 'seconds_settlement', {
    bet: id,
    id: settlement,
    user_id,
    book,
    market,
    side,
    seconds,
    stake,
    currency,
    payout_rate,
    outcome,
    returned: RETURNED[outcome] ?? stake,
    ...(isSettled ? { entry_seq, entry_ms, entry_price, ...exit } : {}),
    day: '2026-11-18',
    chain_place: ++places,
    chain_hash: 'cd',
    at: new Date(ACCEPTED_MS + 31_500),
  });
  return settlement;
}

async function insert(client: pg.Client, table: string, columns: Columns): Promise<unknown> {
  const names = Object.keys(columns);
  const places = names.map((_, at) => `$${at + 1}`);
  return await client.query(`insert into ${table} (${names.join()}) values (${places.join()})`, Object.values(columns));
}
