import type { LocalChain } from '@app/testkit/chain';
import type { Below } from '../../trial/random.ts';
import type { Outgoing } from './outgoing.ts';
import { CONFIRMATIONS } from './terms.ts';

type Address = `0x${string}`;
type Hash = `0x${string}`;

/** What was done to the chain. */
export type Played = Record<
  'transfers' | 'withdrawals' | 'ether' | 'lies' | 'fakes' | 'reorganisations' | 'sentAgain' | 'deepest',
  number
>;

export type Stage = {
  readonly chain: LocalChain;
  readonly usdt: Address;
  readonly fake: Address;
  readonly addresses: readonly Address[];
  readonly below: Below;
  readonly outgoing: Outgoing;
};

/** Plays one random move: coins arrive, tokens lie, blocks are mined or replaced. */
export async function playMove(stage: Stage, played: Played): Promise<void> {
  const { chain, usdt, fake, addresses, below } = stage;
  // The last one gets lies alone: in the block of a lie to it, an honest transfer to the same address is suspect too.
  const deceived = addresses.at(-1) as Address; // There are some.
  const anyone = () => addresses[below(addresses.length - 1)] as Address; // As above.
  const units = () => BigInt(1 + below(1_000_000_000));
  const which = below(24);
  if (which >= 20) {
    await stage.outgoing.ask();
    played.withdrawals += 1;
  } else if (which < 4) {
    await chain.call(usdt, 'mint', [anyone(), units()]);
    played.transfers += 1;
  } else if (which < 6) {
    await twoInOneBlock(stage);
    played.transfers += 2;
  } else if (which < 8) {
    const several = Array.from({ length: 2 + below(3) }, anyone);
    await chain.call(usdt, 'transferMany', [several, several.map(units)]);
    played.transfers += several.length;
  } else if (which === 8) {
    await chain.pay(anyone(), units() * 1_000_000_000n);
    played.ether += 1;
  } else if (which < 11) {
    await chain.call(usdt, 'lie', [deceived, units()]);
    played.lies += 1;
  } else if (which === 11) {
    await chain.call(fake, 'mint', [anyone(), units()]);
    played.fakes += 1;
  } else if (which < 16) await chain.mine(1 + below(3));
  else await reorganise(stage, 1 + below(CONFIRMATIONS + 1), played);
}

/** Two transactions of two accounts share a block. */
export async function twoInOneBlock({ chain, usdt, addresses, below }: Stage): Promise<void> {
  const mint = (): [Address, bigint] => [
    addresses[below(addresses.length - 1)] as Address, // There are some.
    BigInt(1 + below(1_000_000_000)),
  ];
  await chain.client.setAutomine(false);
  await chain.call(usdt, 'mint', mint());
  await chain.callFirst(usdt, 'mint', mint());
  await chain.mine(1);
  await chain.client.setAutomine(true);
}

/**
 * Replaces the last blocks. What stood in them comes back in the same order, or behind another transaction of the same
 * block, so that its logs have another index there; or it is gone for good.
 */
async function reorganise({ chain, usdt, addresses, below }: Stage, depth: number, played: Played): Promise<void> {
  const signed = await readSigned(chain, depth);
  await chain.reorganise(depth);
  played.reorganisations += 1;
  played.deepest = Math.max(played.deepest, depth);
  if (below(3) === 0) return; // Gone.
  await chain.client.setAutomine(false);
  if (below(2) === 0) {
    // Of another account, with a higher tip: it comes first.
    const address = addresses[below(addresses.length - 1)] as Address; // There are some.
    await chain.callFirst(usdt, 'mint', [address, 7n]);
    played.transfers += 1;
  }
  for (const transaction of signed) {
    // The account that comes first may have used the number of its own earlier transaction: that one is gone.
    const isBack = await chain.sendSigned(transaction).then(
      () => true,
      () => false,
    );
    if (isBack) played.sentAgain += 1;
  }
  await chain.mine(1);
  await chain.client.setAutomine(true);
}

async function readSigned(chain: LocalChain, depth: number): Promise<readonly Hash[]> {
  const head = await chain.head();
  const signed: Hash[] = [];
  for (let number = head - depth + 1; number <= head; number++) {
    const { transactions } = await chain.client.getBlock({ blockNumber: BigInt(number) });
    for (const hash of transactions) signed.push(await chain.readSigned(hash));
  }
  return signed;
}
