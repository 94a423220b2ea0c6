import { createDerivation } from '@app/server/modules/custody';
import { type LocalChain, startLocalChain } from '@app/testkit/chain';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import type { Below } from '../../trial/random.ts';
import { type FaultyNode, startFaultyNode } from './faulty-node.ts';
import { CHAIN, DEPTH_MAX, HOT_UNITS, type Plan, USERS, WORDS } from './terms.ts';

/** The chain, its tokens and the nodes through which custody sees it. */
export type Scene = {
  readonly chain: LocalChain;
  readonly usdt: `0x${string}`;
  readonly fake: `0x${string}`;
  readonly hot: `0x${string}`;
  /** Of users, by number. */
  readonly addresses: readonly `0x${string}`[];
  readonly nodes: readonly [FaultyNode, FaultyNode];
  /** What custody gets, besides a database. */
  readonly plan: Omit<Plan, 'url' | 'fault'>;
};

const addressAt = createDerivation(
  CHAIN,
  mnemonicToAccount(WORDS, { path: "m/44'/60'/0'" as never }).getHdKey().publicExtendedKey,
);

/** Starts a chain on which custody has coins to pay. */
export async function openScene(cleanUp: AsyncDisposableStack): Promise<Scene> {
  const chain = await startLocalChain();
  cleanUp.defer(() => chain.stop());
  const usdt = await chain.deploy('LyingUsdt');
  const fake = await chain.deploy('TestUsdt');
  await chain.call(usdt, 'mint', [chain.sender.address, 10n ** 18n]);
  const hotKey = generatePrivateKey();
  const hot = privateKeyToAccount(hotKey).address;
  await chain.call(usdt, 'mint', [hot, HOT_UNITS]);
  await chain.pay(hot, 10n ** 20n);
  const gasKey = generatePrivateKey();
  await chain.pay(privateKeyToAccount(gasKey).address, 10n ** 20n);
  await chain.mine(DEPTH_MAX);
  const nodes = [await startFaultyNode(chain.url), await startFaultyNode(chain.url)] as const;
  for (const node of nodes) cleanUp.defer(() => node.stop());
  const addresses = Array.from({ length: USERS }, (_, index) => addressAt(index) as `0x${string}`); // Of this chain.
  const plan = { nodes: nodes.map(({ url }) => url), networkId: chain.chainId, usdt, hotKey, gasKey };
  return { chain, usdt, fake, hot, addresses, nodes, plan };
}

/**
 * Lets one node fall silent or lie for a while. Only the first ever hides: a question to both may span two moves, and
 * where both hide the same, nothing reveals it.
 */
export function disturb(nodes: Scene['nodes'], below: Below): void {
  const disturbed = nodes[below(nodes.length)];
  const which = below(10);
  for (const node of nodes) node.mood = node === disturbed ? moodOf(which, node === nodes[0]) : 'sound';
}

function moodOf(which: number, mayHide: boolean): FaultyNode['mood'] {
  if (which === 0) return 'down';
  if (which === 1) return mayHide ? 'hides' : 'repeats';
  if (which === 2) return 'repeats';
  return which === 3 ? 'denies' : 'sound';
}
