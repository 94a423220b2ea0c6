import { isDeepStrictEqual } from 'node:util';
import type { BalanceQuestion, BlockQuery, ChainBlock, EvmNode, FeeNow, TxReceipt } from './evm-node.ts';

/** The nodes do not say the same, or one does not answer: nothing is decided until they agree. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree';
}

/** A chain as all configured nodes see it. */
export type AgreedChain = {
  networkId(): Promise<number>;
  /** The lowest head: what all of them have. */
  head(): Promise<number>;
  hashAt(number: number): Promise<string | undefined>;
  read(hash: string, query: BlockQuery): Promise<ChainBlock | undefined>;
  growthOf(contract: string, address: string, block: number): Promise<bigint>;
  balancesAt(block: number, questions: readonly BalanceQuestion[]): Promise<readonly bigint[]>;
  balanceAt: EvmNode['balanceAt'];
  codeAt: EvmNode['codeAt'];
  nonceAt: EvmNode['nonceAt'];
  /** The highest count of any node: one that lags must not hide what was sent. */
  countSent(address: string, isPending: boolean): Promise<number>;
  receiptOf(txHash: string): Promise<TxReceipt | undefined>;
  gasOf: EvmNode['gasOf'];
  feeNow(): Promise<FeeNow>;
  /** Gives every node a signed transaction, and returns what they answered where they did not take it. */
  send(raw: string): Promise<readonly string[]>;
};

const REASON_MAX = 300;

async function largest(values: readonly Promise<bigint>[]): Promise<bigint> {
  let most = 0n;
  for (const value of await Promise.all(values)) if (value > most) most = value;
  return most;
}

/** Asks every node and believes only what all of them say. */
export function createAgreedChain(nodes: readonly EvmNode[]): AgreedChain {
  const agree = async <Value>(what: string, ask: (node: EvmNode) => Promise<Value>): Promise<Value> => {
    const answers = await Promise.all(nodes.map(ask));
    const [first] = answers;
    const other = answers.findIndex((answer) => !isDeepStrictEqual(answer, first));
    if (other !== -1) throw new NodesDisagree(`${nodes[0]?.name} and ${nodes[other]?.name} disagree about ${what}`);
    return first as Value; // There is at least one node.
  };
  return {
    networkId: () => agree('the network', (node) => node.networkId()),
    head: async () => Math.min(...(await Promise.all(nodes.map((node) => node.head())))),
    hashAt: (number) => agree(`block ${number}`, (node) => node.hashAt(number)),
    read: (hash, query) => agree(`block ${hash}`, (node) => node.read(hash, query)),
    growthOf: (contract, address, block) =>
      agree(`a balance in block ${block}`, (node) => node.growthOf(contract, address, block)),
    balancesAt: (block, questions) => agree(`balances at block ${block}`, (node) => node.balancesAt(block, questions)),
    balanceAt: (contract, address, block) =>
      agree(`a balance in block ${block}`, (node) => node.balanceAt(contract, address, block)),
    codeAt: (address, block) => agree(`the code of ${address}`, (node) => node.codeAt(address, block)),
    nonceAt: (address, block) => agree(`the nonce of ${address}`, (node) => node.nonceAt(address, block)),
    countSent: async (address, isPending) =>
      Math.max(...(await Promise.all(nodes.map((node) => node.countSent(address, isPending))))),
    receiptOf: (txHash) => agree(`transaction ${txHash}`, (node) => node.receiptOf(txHash)),
    gasOf: (sender, call) => largest(nodes.map((node) => node.gasOf(sender, call))),
    feeNow: async () => {
      const fees = nodes.map((node) => node.feeNow());
      return {
        base: await largest(fees.map((fee) => fee.then(({ base }) => base))),
        tip: await largest(fees.map((fee) => fee.then(({ tip }) => tip))),
      };
    },
    send: async (raw) => {
      const sent = await Promise.allSettled(nodes.map((node) => node.send(raw)));
      return sent.flatMap((it) => (it.status === 'rejected' ? [String(it.reason).slice(0, REASON_MAX)] : []));
    },
  };
}
