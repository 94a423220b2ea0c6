import { MODES } from '@app/domain/ledger';
import { type FreshDatabase, fundAccounts } from '@app/testkit';
import { setSettings } from '../engines/settings.ts';
import { withClient } from '../rig.ts';
import { FEE_LEVELS, LADDER, LADDER_FUNDING, LIMITED, LOSS_MAX, MARKETS, POISONERS, QUOTE } from './terms.ts';

const RICH = { BTC: 50, ETH: 2_000, DOGE: 5_000_000, [QUOTE]: 3_000_000 } as const;
/** Balances of poor users, who run out, so that there are refusals too. */
const POOR = { BTC: 1, ETH: 1, DOGE: 1_000, [QUOTE]: 300 } as const;
const ONE_IN_IS_POOR = 8;

/** Funds all users in both modes; sets fee rates for which every fee must be rounded. */
export async function prepare(database: FreshDatabase, clients: number): Promise<void> {
  const users = clients + POISONERS;
  const currencies = [...MARKETS.map(({ base }) => base), QUOTE] as const;
  const gifts = Array.from({ length: users }, (_, n) => n + 1).flatMap((userId) =>
    currencies.map((currency) => ({
      userId,
      kind: 'exchange',
      currency,
      amount: String((userId % ONE_IN_IS_POOR === 0 ? POOR : RICH)[currency]),
    })),
  );
  for (const mode of MODES) await fundAccounts(database, mode, gifts);
  await setRules(database, users);
}

/** Sets fees, the quotes of the house, and what some users set for themselves. */
async function setRules(database: FreshDatabase, users: number): Promise<void> {
  const settings = {
    'spot.fee_levels': FEE_LEVELS,
    'spot.ladder_classes': { classes: [LADDER] },
    'spot.ladder_demo_funding': LADDER_FUNDING,
  };
  await withClient(database.urlOf('postgres'), async (root) => {
    await setSettings(root, settings);
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
       select id, 'trader-' || id || '@example.com', '$argon2id$test', 'Trader', 'T' || id, 1
         from unnest($1::bigint[]) as n (id)`,
      [Object.values(LIMITED)],
    );
    await root.query(
      `insert into personal_limit (user_id, kind, amount, until)
       values ($1, 'daily_loss', $2, null), ($3, 'cool_off', null, now() + interval '1 day')`,
      [LIMITED.byLoss, LOSS_MAX, LIMITED.byBreak],
    );
    await root.query(
      `insert into spot_fee_level (user_id, level, volume) select n, 1, 0 from generate_series(2, $1, 3) n`,
      [users],
    );
  });
}
