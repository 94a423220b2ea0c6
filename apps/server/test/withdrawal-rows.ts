import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { NextId } from '../src/platform/db/writer.ts';

export const CHAIN = 'ERC20';
const BTC_PRICE = 50_000;
const TOKEN = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const SENDER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

type Chain = { readonly networkId: number; readonly usdt: string };

/** Writes down a chain as custody does that follows it, with a price of bitcoin, which limits are counted in. */
export async function addChain(
  root: pg.Client,
  { networkId, usdt }: Chain = { networkId: 1, usdt: TOKEN },
): Promise<void> {
  await root.query(
    `insert into deposit_chain (chain, network_id, key_hash, head, checked_at) values ($1, $2, sha256('x'), 1, app_now() + interval '1 day')`,
    [CHAIN, networkId],
  );
  await root.query(
    `insert into deposit_asset (chain, currency, contract, places) values ($1, 'ETH', null, 18), ($1, 'USDT', $2, 6)`,
    [CHAIN, usdt.toLowerCase()],
  );
  await root.query(
    `insert into candle (market, period, start_at, open, high, low, close, volume, is_simulated)
     select id, 0, date_trunc('minute', app_now()) - interval '5 minutes', $1, $1, $1, $1, 1, false
       from market where base = 'BTC' and quote = 'USDT'`,
    [BTC_PRICE],
  );
}

/** Writes down the address that custody sends from, where a test has no custody. */
export const addSender = (root: pg.Client) =>
  root.query('insert into chain_wallet (chain, address, first_nonce) values ($1, $2, 0)', [CHAIN, SENDER]);

type Rows = { readonly root: pg.Client; readonly nextId: NextId };

/** Inserts a saved address whose waiting period is over. */
export async function addUsableAddress({ root, nextId }: Rows, userId: bigint, address = SENDER): Promise<bigint> {
  const id = nextId();
  await root.query(
    `insert into payee_address (id, user_id, slot, currency, chain, address, ends, name, created_at, changed_at, usable_at)
     values ($1, $2, 2, 'USDT', $3, $4, 'x', 'Cold', app_now() - interval '2 days', app_now() - interval '2 days', app_now() - interval '1 hour')`,
    [id, userId, CHAIN, address],
  );
  return id;
}

/** Inserts a withdrawal that waits for review, without its hold, which a test of something else does not need. */
export async function addReviewed({ root, nextId }: Rows, userId: bigint): Promise<bigint> {
  const id = nextId();
  await root.query('set session_replication_role = replica');
  await root.query(
    `insert into withdrawal (id, user_id, currency, chain, payee_id, address, address_name, amount, fee, worth_btc, worth_usdt,
                             review_reasons, state)
     values ($1, $2, 'USDT', $3, 1, $4, 'Cold', 20, 4, 0, 20, '{new_address}', 'review')`,
    [id, userId, CHAIN, SENDER],
  );
  await root.query(`insert into withdrawal_step (withdrawal, state) values ($1, 'review')`, [id]);
  await root.query('set session_replication_role = origin');
  return id;
}

/** Inserts a claim that waits, with a voucher of which only the row exists. */
export async function addClaim({ root, nextId }: Rows, userId: bigint): Promise<bigint> {
  const id = nextId();
  await root.query('set session_replication_role = replica');
  await root.query(
    `insert into deposit_claim (id, user_id, currency, chain, stated, voucher) values ($1, $2, 'USDT', $3, 20, $4)`,
    [id, userId, CHAIN, randomBytes(16).toString('base64url')],
  );
  await root.query('set session_replication_role = origin');
  return id;
}
