import { postHold } from '@app/domain/withdrawal';
import { type Amount, parseDecimal } from '@app/money';
import { createLedger } from '@app/server/modules/ledger';
import { openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, fundAccounts } from '@app/testkit';
import type { LocalChain } from '@app/testkit/chain';
import { sql } from 'kysely';
import type pg from 'pg';
import { getAddress, type Hex } from 'viem';
import type { Below } from '../../trial/random.ts';
import { CHAIN, PAYERS, USERS } from './terms.ts';

const FEE = parseDecimal<Amount>('4');
const UNITS = 10n ** 12n;

/** Users who withdraw, and what they asked for. */
export type Outgoing = {
  /** Asks for a withdrawal to an address of its own; it is approved at once. */
  ask(): Promise<void>;
  close(): Promise<void>;
};

/** Opens users with money, as role app has them; a copy has them already. */
export async function openOutgoing(
  { root, database }: { readonly root: pg.Client; readonly database: FreshDatabase },
  { below, isCopy }: { readonly below: Below; readonly isCopy: boolean },
): Promise<Outgoing> {
  const { db, close } = openDatabase(
    { url: database.urlOf('app'), connectionsMax: 1, name: 'app' },
    openLog('app', 'silent'),
  );
  const nextId = await claimWriter(db);
  const transact = transactOn(db);
  const ledger = createLedger(nextId);
  const payers = Array.from({ length: PAYERS }, (_, index) => BigInt(USERS + 1 + index));
  if (!isCopy) await openPayers(root, database, payers);
  return {
    close,
    ask: async () => {
      const userId = payers[below(payers.length)] as bigint; // There are some.
      const id = nextId();
      const payeeId = nextId();
      const address = getAddress(`0x${id.toString(16).padStart(40, '0')}`);
      const amount = (FEE + BigInt(10_000_000 + below(50_000_000)) * UNITS) as Amount; // Of 18 places.
      await root.query(
        `insert into payee_address (id, user_id, slot, currency, chain, address, ends, name, created_at, changed_at, usable_at, removed_at)
         values ($1, $2, 1, 'USDT', $3, $4, 'x', 'Rig', app_now() - interval '3 days', app_now() - interval '3 days',
                 app_now() - interval '2 days', app_now())`,
        [payeeId, userId, CHAIN, address],
      );
      const intent = { id, userId, currency: 'USDT', chain: CHAIN, address, amount, fee: FEE } as const;
      await transact(async (tx) => {
        await ledger.post(tx, [postHold(intent)]);
        await sql`
          insert into withdrawal (id, user_id, currency, chain, payee_id, address, address_name, amount, fee, worth_btc, worth_usdt,
                                  review_reasons, state)
          values (${id}, ${userId}, 'USDT', ${CHAIN}, ${payeeId}, ${address}, 'Rig', ${amount / UNITS}::numeric / 1000000, 4, 0, 0,
                  '{}', 'approved')`.execute(tx);
      });
    },
  };
}

async function openPayers(root: pg.Client, database: FreshDatabase, payers: readonly bigint[]): Promise<void> {
  for (const id of payers)
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, country)
       select $1::bigint, 'user-' || $1 || '@example.org', password_hash, 'Rig', 'RIG' || $1, 1, 'TR' from user_account limit 1`,
      [id],
    );
  await fundAccounts(
    database,
    'real',
    payers.map((userId) => ({ userId, kind: 'wallet', currency: 'USDT', amount: '1000000' })),
  );
}

/** Whether every withdrawal and sweep has ended. */
export async function hasEnded(root: pg.Client): Promise<boolean> {
  const { rowCount } = await root.query(
    `select from withdrawal where state not in ('confirmed', 'returned')
     union all select from chain_sweep where state in ('reserved', 'signed', 'mined')`,
  );
  return rowCount === 0;
}

/** Whether the last comparison of chain and books is of this block. */
export async function isCompared(root: pg.Client, head: number): Promise<boolean> {
  const { rowCount } = await root.query('select from chain_balance where block = $1', [head]);
  return rowCount === 2;
}

type Asked = { readonly address: Hex; readonly units: bigint; readonly state: string };

/** Reads what was asked for; each withdrawal has an address of its own. */
export async function readAsked(root: pg.Client): Promise<readonly Asked[]> {
  const { rows } = await root.query<Omit<Asked, 'units'> & { units: string }>(
    `select address, ((amount - fee) * 1000000)::numeric(60, 0)::text as units, state from withdrawal`,
  );
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** Compares what left with what was asked for, and the last comparison of custody itself. */
export async function compareOutgoing(
  root: pg.Client,
  { chain, usdt }: { readonly chain: LocalChain; readonly usdt: Hex },
): Promise<{ readonly paid: number; readonly units: bigint; readonly wrongs: ReadonlyMap<string, number> }> {
  const wrongs = new Map<string, number>();
  const note = (what: string) => void wrongs.set(what, (wrongs.get(what) ?? 0) + 1);
  const asked = await readAsked(root);
  let paidUnits = 0n;
  for (const { address, units, state } of asked) {
    const arrived = await chain.balanceOf(usdt, address);
    paidUnits += arrived;
    if (arrived > units) note('coins that left twice');
    else if (arrived !== (state === 'confirmed' ? units : 0n)) note(`withdrawal ${state}, but paid otherwise`);
    if (state !== 'confirmed') note(state === 'returned' ? 'withdrawal that failed' : 'withdrawal that did not end');
  }
  const books = await root.query<{ wrong: string }>(
    `select 'difference of ' || currency as wrong from chain_balance where difference <> 0
     union all select format('unexplained %s %s at block %s, where %s deposits are noted', trim_scale(u.amount), u.currency, u.block,
                             (select count(*) from deposit d where d.block = u.block))
                 from chain_unexplained u
                where exists (select from chain_unexplained before where before.currency = u.currency and before.id < u.id)
     union all select 'sending halted: ' || halted from chain_wallet where halted is not null
     union all select 'sweeping halted: ' || halted from chain_sweeper where halted is not null
     union all select 'withdrawal without its posting' from withdrawal w
                where state in ('confirmed', 'returned') and not exists (select from ledger_transfer t where t.ref = w.id::text
                                     and t.kind = case w.state when 'confirmed' then 'withdrawal' else 'withdrawal.return' end)`,
  );
  for (const { wrong } of books.rows) note(wrong);
  return { units: paidUnits, paid: asked.filter(({ state }) => state === 'confirmed').length, wrongs };
}
