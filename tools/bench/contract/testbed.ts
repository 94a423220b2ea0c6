import { contractShard } from '@app/domain/contract';
import type pg from 'pg';
import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import { openShardClient, type ShardClient } from '../spot/client.ts';
import { type Arena, openArena, untilOwner } from '../spot/testbed.ts';
import { OTHER_MARKET, OTHER_USERS, PRICES, toOpen } from './mix.ts';
import { CROWDED } from './population.ts';
import { type Sealer, startSealer } from './sealer.ts';

/** Arena of the spot bench, with clients of contracts and a process that seals prices. */
export type ContractArena = Arena & { readonly contract: ShardClient; readonly sealer: Sealer };

export const CONTRACT_SHARD = contractShard('demo');

/** Users of the spot orders that run beside contracts. */
export const SPOT_USERS = 2_000;

const LOAD_MS_MAX = 300_000;

/** Opens an arena whose contract users, numbered from one, have a million each. */
export async function openContractArena(
  postgres: PrivatePostgres,
  users: number,
  fill: (root: pg.Pool) => Promise<void> = async () => {},
): Promise<ContractArena> {
  const { own, ...arena } = await openPricedArena(postgres, CONTRACT_SHARD, async (root) => {
    await prepareContractUsers(root, users);
    await fill(root);
  });
  return { ...arena, contract: own };
}

/** Opens an arena with clients of a shard and a process that seals prices. */
export async function openPricedArena(
  postgres: PrivatePostgres,
  shard: string,
  fill: (root: pg.Pool) => Promise<void>,
): Promise<Arena & { readonly own: ShardClient; readonly sealer: Sealer }> {
  const arena = await openArena(postgres, SPOT_USERS, async (root) => {
    await fill(root);
    await root.query('vacuum analyze');
  });
  await untilOwner([arena.engine], shard, LOAD_MS_MAX);
  const sealer = await startSealer(arena);
  const own = await openShardClient(arena.nats, shard);
  const stop = async () => {
    sealer.stop();
    await own.close();
    await arena.stop();
  };
  return { ...arena, own, sealer, stop };
}

/** Returns what opens positions in the market that is not crowded. */
export const openElsewhere =
  ({ contract }: Pick<ContractArena, 'contract'>) =>
  (number: number) =>
    contract.send(
      toOpen({ user: 1 + (number % OTHER_USERS), market: OTHER_MARKET, side: number % 2 === 0 ? 'long' : 'short' }),
    );

/** Sets the price of the crowded market, beside that of the other one. */
export const setCrowded = ({ sealer }: Pick<ContractArena, 'sealer'>, price: string): Promise<void> =>
  sealer.set({ [OTHER_MARKET]: PRICES[OTHER_MARKET] ?? '', [CROWDED]: price });

/** Written directly, because it is not part of the measurement. */
export async function prepareContractUsers(root: pg.Pool, users: number): Promise<void> {
  await root.query(
    `insert into ledger_account (owner, kind, currency, book, floored, floor, available)
     select 'user:' || n, 'contract', 'USDT', 'demo', true, 0, 1000000 from generate_series(1, $1) n`,
    [users],
  );
}

const FUNDED_MS_MAX = 60_000;

/** Waits until the demo platform has its capital, without which nothing is opened. */
export async function untilFunded({ root }: Pick<Arena, 'root'>): Promise<void> {
  for (const endMs = Date.now() + FUNDED_MS_MAX; Date.now() < endMs; ) {
    const { rows } = await root.query<{ isFunded: boolean }>(
      `select coalesce(bool_or(available > 0), false) as "isFunded" from ledger_account
        where owner like 'house:%' and kind = 'capital' and currency = 'USDT' and book = 'demo'`,
    );
    if (rows[0]?.isFunded === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the demo platform has no capital');
}
