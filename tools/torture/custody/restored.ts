import { copyDatabase, type FreshDatabase } from '@app/testkit';
import type pg from 'pg';
import type { Below } from '../../trial/random.ts';
import { compare, readExpected } from './audit.ts';
import { type Books, openBooks } from './books.ts';
import { type Kills, NEVER } from './custody-process.ts';
import { readAsked } from './outgoing.ts';
import type { Scene } from './scene.ts';
import { untilEnded, untilSettled } from './settle.ts';
import type { Fault } from './terms.ts';

const UNITS = 5_000_000n;
const BLOCKS_TO_PAY = 60;
const LIMITS = { rounds: 100, ms: 60_000 };
/** In which a build that sends on would have sent. */
const ROUNDS_RESTORED = 12;

type Restored = {
  readonly adminUrl: string;
  readonly scene: Scene;
  readonly below: Below;
  readonly fault: Fault | undefined;
  /** Of custody on the restored database. */
  readonly kills: Kills;
};

/**
 * Takes a backup while withdrawals are approved, lets custody pay them, and restores the backup: nothing may leave again,
 * and what came in meanwhile is credited from the chain. Takes open books, and closes them.
 */
export async function restoreBackup(
  { adminUrl, scene, below, fault, kills }: Restored,
  { database, books }: { readonly database: FreshDatabase; readonly books: Books },
): Promise<Map<string, number>> {
  const { chain, usdt, hot, addresses } = scene;
  const sent = () => chain.client.getTransactionCount({ address: hot });
  const open = (of: FreshDatabase, each: Kills) => openBooks(of, { scene, below, fault, kills: each, isCopy: true });

  await books.custody.stop();
  for (let asked = 0; asked < 2; asked++) await books.outgoing.ask();
  await books.close();
  const backup = await copyDatabase(adminUrl, database.name);

  const lost = await open(database, NEVER);
  await lost.outgoing.ask();
  await chain.call(usdt, 'mint', [addresses[below(addresses.length - 1)] as `0x${string}`, UNITS]); // There are some.
  const wrongs = new Map<string, number>();
  if (!(await untilEnded(lost, chain, BLOCKS_TO_PAY))) wrongs.set('not paid before the restore', 1);
  const asked = await readAsked(lost.root);
  await lost.close();
  const sentBefore = await sent();

  const restored = await open(backup, kills);
  try {
    await restored.outgoing.ask();
    for (const until = restored.custody.rounds + ROUNDS_RESTORED; restored.custody.rounds < until; ) {
      await chain.mine(1);
      if (!(await untilSettled(restored, chain, LIMITS))) break;
    }
    const userOf = new Map(addresses.map((address, index) => [address.toLowerCase(), index + 1]));
    for (const [wrong, n] of await compare(restored.root, await readExpected(chain, { usdt, userOf })))
      wrongs.set(`${wrong} after a restore`, n);
    const kept = new Map((await readAsked(restored.root)).map((it) => [it.address, it]));
    let unbooked = 0n;
    for (const { address, units } of [...asked.filter((it) => !kept.has(it.address)), ...kept.values()]) {
      const arrived = await chain.balanceOf(usdt, address);
      if (arrived > units) wrongs.set('coins that left twice', 1);
      if (kept.get(address)?.state !== 'confirmed') unbooked += arrived;
    }
    if ((await readMissing(restored.root)) !== unbooked) wrongs.set('missing is another amount than what left', 1);
    if ((await sent()) !== sentBefore) wrongs.set('something left after a restore', 1);
    const { rowCount } = await restored.root.query('select from chain_wallet where halted is not null');
    if (rowCount === 0) wrongs.set('sending goes on after a restore', 1);
    return wrongs;
  } finally {
    await restored.close();
  }
}

/** Reads what the chain lacks according to custody's own comparison, in units. */
async function readMissing(root: pg.Client): Promise<bigint> {
  const { rows } = await root.query<{ missing: string }>(
    `select (-difference * 1000000)::numeric(60, 0)::text as missing from chain_balance where currency = 'USDT'`,
  );
  return BigInt(rows[0]?.missing ?? 0);
}
