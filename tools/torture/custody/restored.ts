import { copyDatabase, type FreshDatabase } from '@app/testkit';
import type { Below } from '../../trial/random.ts';
import { compare, readExpected } from './audit.ts';
import { type Books, openBooks } from './books.ts';
import { FINAL_BLOCKS, readAsked } from './outgoing.ts';
import type { Scene } from './scene.ts';
import { untilLeft, untilSettled } from './settle.ts';
import type { Fault } from './terms.ts';

const UNITS = 5_000_000n;
const LIMITS = { rounds: 100, ms: 60_000 };
/** In which a build that sends on would have sent. */
const ROUNDS_RESTORED = 30;

type Restored = {
  readonly adminUrl: string;
  readonly scene: Scene;
  readonly below: Below;
  readonly fault: Fault | undefined;
};

/**
 * Takes a backup while withdrawals are approved, lets custody pay them, and restores the backup: nothing may leave again,
 * and what came in meanwhile is credited from the chain. Takes open books, and closes them.
 */
export async function restoreBackup(
  { adminUrl, scene, below, fault }: Restored,
  { database, books }: { readonly database: FreshDatabase; readonly books: Books },
): Promise<Map<string, number>> {
  const { chain, usdt, hot, addresses } = scene;
  const sent = () => chain.client.getTransactionCount({ address: hot });
  const open = (of: FreshDatabase, killsEach: number) =>
    openBooks(of, { scene, below, fault, killsEach, isCopy: true });

  await books.custody.stop();
  for (let asked = 0; asked < 2; asked++) await books.outgoing.ask();
  await books.close();
  const backup = await copyDatabase(adminUrl, database.name);

  const lost = await open(database, 0);
  await lost.outgoing.ask();
  await chain.call(usdt, 'mint', [addresses[below(addresses.length - 1)] as `0x${string}`, UNITS]); // There are some.
  await untilLeft(lost.root);
  await chain.mine(FINAL_BLOCKS);
  const wrongs = new Map<string, number>();
  if (!(await untilSettled(lost, chain, { ...LIMITS, isEnd: true }))) wrongs.set('not paid before the restore', 1);
  const asked = await readAsked(lost.root);
  await lost.close();
  const sentBefore = await sent();

  const restored = await open(backup, 1);
  try {
    await restored.outgoing.ask();
    for (const until = restored.custody.rounds + ROUNDS_RESTORED; restored.custody.rounds < until; ) {
      await chain.mine(1);
      if (!(await untilSettled(restored, chain, LIMITS))) break;
    }
    const userOf = new Map(addresses.map((address, index) => [address.toLowerCase(), index + 1]));
    for (const [wrong, n] of await compare(restored.root, await readExpected(chain, { usdt, userOf })))
      wrongs.set(`${wrong} after a restore`, n);
    const twice = new Map([...asked, ...(await readAsked(restored.root))].map((it) => [it.address, it.units]));
    for (const [address, units] of twice)
      if ((await chain.balanceOf(usdt, address)) > units) wrongs.set('coins that left twice', 1);
    if ((await sent()) !== sentBefore) wrongs.set('something left after a restore', 1);
    const { rowCount } = await restored.root.query('select from chain_wallet where halted is not null');
    if (rowCount === 0) wrongs.set('sending goes on after a restore', 1);
    return wrongs;
  } finally {
    await restored.close();
  }
}
