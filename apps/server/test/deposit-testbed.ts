import { createHash } from 'node:crypto';
import { expectDefined } from '@app/base';
import { mnemonicToAccount } from 'viem/accounts';
import { createAgreedChain, createDerivation, type EvmNode } from '../src/modules/custody/index.ts';
import { type ChainPlan, createWatch } from '../src/modules/deposit/index.ts';
import { createLedger } from '../src/modules/ledger/index.ts';
import { createSettings } from '../src/modules/reference/index.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { claimWriter } from '../src/platform/db/writer.ts';
import { PASSWORD_HASH } from './auth-testbed.ts';
import { openCustodyLease } from './custody-lease.ts';
import { startTestChain } from './test-chain.ts';
import { openTestbed, silent, type Testbed } from './testbed.ts';

const WORDS = `${'abandon '.repeat(11)}about`;
const XPUB = mnemonicToAccount(WORDS, { path: "m/44'/60'/0'" as never }).getHdKey().publicExtendedKey;
const CHAIN = 'ERC20';

export type DepositTestbed = Awaited<ReturnType<typeof openDepositTestbed>>;

/** A real chain with a test token, and custody's watch on it, which a test moves round by round. */
export async function openDepositTestbed({ wrap = (node: EvmNode): readonly EvmNode[] => [node] } = {}) {
  const testbed: Testbed = await openTestbed('custody', 4);
  const chain = await startTestChain();
  const usdt = await chain.deploy('LyingUsdt');
  const leased = testbed.as('custody', 1);
  const lease = openCustodyLease(leased.db);
  const root = await testbed.bare('postgres');
  const plan: ChainPlan = {
    chain: CHAIN,
    networkId: chain.chainId,
    assets: [
      { currency: 'ETH', contract: undefined, places: 18 },
      { currency: 'USDT', contract: usdt.toLowerCase(), places: 6 },
    ],
    derive: createDerivation(CHAIN, XPUB),
    keyHash: createHash('sha256').update(XPUB).digest(),
    explorer: undefined,
  };
  const openWatch = async () => {
    const nextId = await claimWriter(leased.db);
    const agreed = createAgreedChain(wrap(chain.openNode()));
    const round = createWatch({
      db: testbed.db,
      transact: transactOn(leased.db),
      nextId,
      ledger: createLedger(nextId),
      settings: createSettings(testbed.db),
      chain: agreed,
      plan,
      log: silent,
    });
    return async () => round(await lease());
  };
  const read = async <Row>(query: string, values: unknown[] = []): Promise<Row[]> =>
    (await root.query(query, values)).rows as Row[]; // Typed at the call.
  const addUser = async (userId: number): Promise<void> => {
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, country)
       values ($1, $2, $4, 'Test', $3, 1, 'TR') on conflict do nothing`,
      [userId, `u${userId}@example.org`, `DEPOSIT${userId}`, PASSWORD_HASH],
    );
  };
  return {
    ...testbed,
    chain,
    usdt,
    root,
    read,
    plan,
    words: WORDS,
    /** What custody writes with. */
    leased,
    lease,
    /** A watch as a process that has just started has it. */
    openWatch,
    addUser,
    /** Adds a user and returns the user's address on the chain. */
    addressOf: async (userId: number): Promise<`0x${string}`> => {
      await addUser(userId);
      const [row] = await read<{ address: `0x${string}` }>('select deposit_assign($1, $2) as address', [userId, CHAIN]);
      return expectDefined(row, 'a free address').address;
    },
    walletOf: async (userId: number, currency = 'USDT'): Promise<number> => {
      const [row] = await read<{ available: string }>(
        `select available from ledger_account where owner = $1 and kind = 'wallet' and currency = $2 and book = 'real'`,
        [`user:${userId}`, currency],
      );
      return Number(row?.available ?? 0);
    },
    states: async () => {
      const rows = await read<{ state: string; n: number }>(
        'select state, count(*)::int as n from deposit group by state order by state',
      );
      return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    },
    set: async (key: string, value: number) => {
      await root.query(
        `insert into setting (key, version, value, set_by, reason)
         select $1, coalesce(max(version), 0) + 1, $2::jsonb, 'test', 'test' from setting where key = $1`,
        [key, JSON.stringify(value)],
      );
    },
  };
}
