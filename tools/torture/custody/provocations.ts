import type { LocalChain } from '@app/testkit/chain';
import { type Stage, twoInOneBlock } from './chain-play.ts';
import type { FaultyNode } from './faulty-node.ts';
import { CONFIRMATIONS, type Fault, type RESTORED } from './terms.ts';

type Step = () => unknown;
type Scene = Stage & {
  readonly nodes: readonly [FaultyNode, FaultyNode];
  /** Waits until a payment has two signed transactions. */
  readonly untilReplaced: () => Promise<void>;
};
type Provocation = (scene: Scene) => readonly Step[];

const UNITS = 5_000_000n;

/** The node answers before it mines: until then, custody has followed everything that there is. */
const mined = async (chain: LocalChain, sent: Promise<`0x${string}`>) =>
  await chain.client.waitForTransactionReceipt({ hash: await sent, pollingInterval: 20 });

/** What happens on the chain, step by step, so that a build with the fault goes wrong, and the sound one does not. */
export const PROVOCATIONS: Record<Exclude<Fault, typeof RESTORED>, Provocation> = {
  'credit before confirmations': ({ chain, usdt, addresses: [user] }) => [
    () => mined(chain, chain.call(usdt, 'mint', [user as `0x${string}`, UNITS])), // There are some.
  ],
  'key by the log’s index in its block': (stage) => [() => twoInOneBlock(stage)],
  'reorganisations take nothing back': ({ chain, usdt, addresses: [user] }) => {
    let block = 0;
    return [
      async () => {
        const receipt = await mined(chain, chain.call(usdt, 'mint', [user as `0x${string}`, UNITS])); // As above.
        block = Number(receipt.blockNumber);
      },
      () => chain.mine(CONFIRMATIONS),
      async () => chain.reorganise((await chain.head()) - block + 1), // Sweeps have added blocks.
    ];
  },
  'events are believed without balances': ({ chain, usdt, addresses }) => [
    () => mined(chain, chain.call(usdt, 'lie', [addresses.at(-1) as `0x${string}`, UNITS])), // As above.
  ],
  'the first node is believed': ({ chain, usdt, addresses: [user], nodes: [first] }) => [
    async () => {
      first.mood = 'hides';
      await mined(chain, chain.call(usdt, 'mint', [user as `0x${string}`, UNITS])); // As above.
    },
    () => {
      first.mood = 'sound';
    },
  ],
  'a replacement takes another nonce': ({ chain, outgoing, untilReplaced }) => [
    async () => {
      await chain.client.setAutomine(false);
      await outgoing.ask();
      await untilReplaced();
      await chain.mine(1);
      await chain.client.setAutomine(true);
    },
  ],
  'a nonce is reused': ({ outgoing }) => [() => outgoing.ask(), () => outgoing.ask()],
  'a failed broadcast is sent once more': ({ outgoing, nodes }) => [
    async () => {
      for (const node of nodes) node.mood = 'denies';
      await outgoing.ask();
    },
    () => {
      for (const node of nodes) node.mood = 'sound';
    },
  ],
};
