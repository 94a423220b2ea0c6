import { type LocalChain, TOKEN_ABI } from '@app/testkit/chain';
import type pg from 'pg';
import { toFunctionSelector } from 'viem';
import type { Scene } from './scene.ts';
import { CHAIN, HOT_UNITS, USERS } from './terms.ts';

/** A transfer as the chain has it at the end, found without any code of the product. */
type Expected = { readonly key: string; readonly user: number; readonly currency: string; readonly units: bigint };

const LIE = toFunctionSelector('function lie(address to, uint256 value)');
const PLACES = { USDT: 6, ETH: 18 } as const;

/** Reads every transfer to users from the whole chain. */
export async function readExpected(
  chain: LocalChain,
  { usdt, userOf }: { readonly usdt: `0x${string}`; readonly userOf: ReadonlyMap<string, number> },
): Promise<readonly Expected[]> {
  const expected: Expected[] = [];
  const head = await chain.head();
  for (let number = 0; number <= head; number++) {
    const block = await chain.client.getBlock({ blockNumber: BigInt(number), includeTransactions: true });
    for (const { hash, to, value, input } of block.transactions) {
      const { status } = await chain.client.getTransactionReceipt({ hash });
      const user = userOf.get(to?.toLowerCase() ?? '');
      if (status === 'success' && user !== undefined && value > 0n)
        expected.push({ key: `${hash} -1`, user, currency: 'ETH', units: value });
      if (to?.toLowerCase() !== usdt.toLowerCase() || input.startsWith(LIE)) continue;
      const events = await chain.client.getContractEvents({
        address: usdt,
        abi: TOKEN_ABI,
        eventName: 'Transfer',
        blockHash: block.hash,
      });
      for (const [ordinal, { args }] of events.filter((event) => event.transactionHash === hash).entries()) {
        const receiver = userOf.get(args.to?.toLowerCase() ?? '');
        if (receiver !== undefined && args.value !== undefined && args.value > 0n)
          expected.push({ key: `${hash} ${ordinal}`, user: receiver, currency: 'USDT', units: args.value });
      }
    }
  }
  return expected;
}

/** A transfer that was never noted is another defect than one that waits. */
const stateOf = (state: string | undefined): string => (state === undefined ? '' : `, but ${state}`);

/** Compares what the product credited with the chain; returns how often each thing is wrong. */
export async function compare(root: pg.Client, expected: readonly Expected[]): Promise<Map<string, number>> {
  const wrongs = new Map<string, number>();
  const note = (what: string) => void wrongs.set(what, (wrongs.get(what) ?? 0) + 1);
  const { rows } = await root.query<{ key: string; state: string }>(
    `select tx_hash || ' ' || ordinal as key, state from deposit where chain = $1`,
    [CHAIN],
  );
  const credited = new Set(rows.filter(({ state }) => state === 'credited').map(({ key }) => key));
  const states = new Map(rows.map(({ key, state }) => [key, state]));
  const transactions = new Set(expected.map(({ key }) => key.split(' ')[0]));
  const keys = new Set(expected.map(({ key }) => key));
  for (const key of keys) if (!credited.has(key)) note(`not credited${stateOf(states.get(key))}`);
  for (const key of credited)
    if (!keys.has(key))
      note(transactions.has(key.split(' ')[0]) ? 'credited under another key' : 'credited though no coin moved');
  const sums = new Map<string, bigint>();
  for (const { user, currency, units } of expected) {
    const account = `user:${user} ${currency}`;
    const amount = units * 10n ** BigInt(18 - PLACES[currency as keyof typeof PLACES]);
    sums.set(account, (sums.get(account) ?? 0n) + amount);
  }
  const balances = await root.query<{ account: string; available: string }>(
    `select owner || ' ' || currency as account, (available * 1e18)::numeric(60,0)::text as available
       from ledger_account
      where book = 'real' and kind = 'wallet' and split_part(owner, ':', 2)::bigint <= $1`,
    [USERS],
  );
  for (const { account, available } of balances.rows) {
    if (BigInt(available) !== (sums.get(account) ?? 0n)) note('balance that the chain does not have');
    sums.delete(account);
  }
  for (const sum of sums.values()) if (sum > 0n) note('balance that the chain does not have');
  const wrongBooks = await root.query(
    `select 1 from external_payment p
      where p.kind like 'deposit%' and not exists (select from ledger_transfer t where t.kind = p.kind and t.ref = p.ref)
     union all
     select 1 from ledger_transfer t
      where t.kind like 'deposit%' and not exists (select from external_payment p where p.kind = t.kind and p.ref = t.ref)
     union all
     select 1 from deposit d where d.credits <> (select count(*) from ledger_transfer t where t.kind = 'deposit' and t.ref like d.id || ':%')`,
  );
  for (const _ of wrongBooks.rows) note('posting without its record');
  return wrongs;
}

/** Compares what lies at all addresses with what came in and left; and no address may still delegate to the sweeper. */
export async function compareHeld(
  { chain, usdt, hot, addresses }: Pick<Scene, 'chain' | 'usdt' | 'hot' | 'addresses'>,
  { expected, paid }: { readonly expected: readonly Expected[]; readonly paid: bigint },
): Promise<Map<string, number>> {
  const wrongs = new Map<string, number>();
  let held = 0n;
  for (const address of [hot, ...addresses]) {
    held += await chain.balanceOf(usdt, address);
    if ((await chain.client.getCode({ address })) !== undefined)
      wrongs.set('address that delegates', (wrongs.get('address that delegates') ?? 0) + 1);
  }
  const came = expected.reduce((sum, { currency, units }) => (currency === 'USDT' ? sum + units : sum), HOT_UNITS);
  if (held !== came - paid) wrongs.set('coins elsewhere', 1);
  return wrongs;
}
