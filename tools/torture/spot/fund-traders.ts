import { externalAccount, MODES, type Mode, move, userAccount } from '@app/domain/ledger';
import type { FreshDatabase } from '@app/testkit';
import pg from 'pg';
import { openLedgerClient, units } from '../ledger-load.ts';
import { FEE_LEVELS, MARKETS, QUOTE } from './terms.ts';

const RICH = { BTC: 50, ETH: 2_000, DOGE: 5_000_000, [QUOTE]: 3_000_000 } as const;
/** Balances of poor users, who run out, so that there are refusals too. */
const POOR = { BTC: 1, ETH: 1, DOGE: 1_000, [QUOTE]: 300 } as const;
const ONE_IN_IS_POOR = 8;

/** Funds all users in both modes; sets fee rates for which every fee must be rounded. */
export async function fundTraders(database: FreshDatabase, users: number): Promise<void> {
  const client = await openLedgerClient(database.urlOf('app'), 2);
  const currencies = [...MARKETS.map(({ base }) => base), QUOTE] as const;
  for (const mode of MODES) {
    const externals = currencies.map((currency) => externalAccount('torture', currency));
    const gifts = Array.from({ length: users }, (_, n) => n + 1).flatMap((user) =>
      currencies.map((currency) => ({
        account: userAccount(BigInt(user), 'exchange', currency),
        external: externalAccount('torture', currency),
        amount: units((user % ONE_IN_IS_POOR === 0 ? POOR : RICH)[currency]),
      })),
    );
    await client.ledger.open(client.db, mode, [...externals, ...gifts.map(({ account }) => account)]);
    const entries = gifts.flatMap(({ amount, external, account }) => move(amount, external, account));
    await client.transact((tx) => client.ledger.post(tx, [{ kind: 'torture.fund', ref: refOf(mode), mode, entries }]));
  }
  await client.close();
  await setFees(database, users);
}

const refOf = (mode: Mode) => `all in ${mode}`;

async function setFees(database: FreshDatabase, users: number): Promise<void> {
  const root = new pg.Client({ connectionString: database.urlOf('postgres') });
  await root.connect();
  await root.query(
    `insert into setting (key, version, value, set_by, approved_by, reason)
     select 'spot.fee_levels', coalesce(max(version), 0) + 1, $1::jsonb, 'rig', '{rig}', 'torture'
       from setting where key = 'spot.fee_levels'`,
    [JSON.stringify(FEE_LEVELS)],
  );
  await root.query(
    `insert into spot_fee_level (user_id, level, volume) select n, 1, 0 from generate_series(2, $1, 3) n`,
    [users],
  );
  await root.end();
}
