import { createPublicClient, erc20Abi, type Hash, http, type Log, parseEventLogs } from 'viem';
import type { UnsignedCall } from '../sign/unsigned-payment.ts';

/** A transfer that a block contains. Its place is inside its transaction: inside the block it changes with the block. */
export type ChainTransfer = {
  readonly txHash: string;
  /** The place of the log among those of its transaction; -1 for the transaction's own value. */
  readonly ordinal: number;
  /** Undefined for the chain's own coin. Lower case. */
  readonly contract: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
};

export type ChainBlock = {
  readonly number: number;
  readonly hash: string;
  readonly parent: string;
  /** Transfers to addresses that were asked for. */
  readonly transfers: readonly ChainTransfer[];
  /** Transfers of tokens from such addresses: what a balance grew by is what came less what left. */
  readonly outflows: readonly ChainTransfer[];
};

export type BlockQuery = {
  /** Contracts whose events count, in lower case. A token of the same name elsewhere is none of them. */
  readonly contracts: ReadonlySet<string>;
  readonly isWanted: (address: string) => boolean;
};

/** A node of an EVM chain. What it answers is believed only if all nodes that are configured answer the same. */
export type EvmNode = {
  readonly name: string;
  networkId(): Promise<number>;
  head(): Promise<number>;
  /** Returns the hash of the block at a height; undefined above the head. */
  hashAt(number: number): Promise<string | undefined>;
  /** Reads a block by its hash, so that a reorganisation meanwhile cannot mix two blocks; undefined if it is gone. */
  read(hash: string, query: BlockQuery): Promise<ChainBlock | undefined>;
  /** Returns by how much the balance of an address in a token grew in a block. */
  growthOf(contract: string, address: string, block: number): Promise<bigint>;
  /** Returns what addresses hold at a block, in the order of the questions. */
  balancesAt(block: number, questions: readonly BalanceQuestion[]): Promise<readonly bigint[]>;
  /** Returns what an address has after a block, in a token or, without a contract, in the chain's own coin. */
  balanceAt(contract: string | undefined, address: string, block: number): Promise<bigint>;
  /** Returns the code of an address after a block; undefined if it has none. */
  codeAt(address: string, block: number): Promise<string | undefined>;
  /** Returns the next nonce of an address after a block. */
  nonceAt(address: string, block: number): Promise<number>;
  /** Returns how many transactions of an address blocks contain, and with `isPending` also those that wait for one. */
  countSent(address: string, isPending: boolean): Promise<number>;
  /** Returns where a transaction stands; undefined if no block contains it. */
  receiptOf(txHash: string): Promise<TxReceipt | undefined>;
  /** Estimates the gas of a call. */
  gasOf(sender: string, call: UnsignedCall): Promise<bigint>;
  /** Returns what a unit of gas costs now, in wei. */
  feeNow(): Promise<FeeNow>;
  /** Gives the node a signed transaction. An error says nothing about whether it is on its way. */
  send(raw: string): Promise<void>;
};

/** A coin at an address; without a contract, the chain's own coin. */
export type BalanceQuestion = { readonly address: string; readonly contract: string | undefined };

export type FeeNow = { readonly base: bigint; readonly tip: bigint };

/** Where a transaction stands, and what it transferred. */
export type TxReceipt = {
  readonly block: number;
  readonly isSuccess: boolean;
  readonly sender: string;
  /** What its gas cost, in wei. */
  readonly gasPaid: bigint;
  readonly transfers: readonly Pick<ChainTransfer, 'contract' | 'from' | 'to' | 'value'>[];
  /** All its events as the chain has them. */
  readonly logs: readonly ChainLog[];
};

export type ChainLog = { readonly address: string; readonly topics: readonly string[]; readonly data: string };

const VALUE_ORDINAL = -1;
/** Questions about balances that share one request. */
const QUESTIONS_AT_ONCE = 100;

export function openEvmNode(url: string, timeoutMs: number): EvmNode {
  const client = createPublicClient({ transport: http(url, { retryCount: 0, timeout: timeoutMs }), cacheTime: 0 });
  const batch = { batchSize: QUESTIONS_AT_ONCE };
  const batching = createPublicClient({ transport: http(url, { retryCount: 0, timeout: timeoutMs, batch }) });
  const readBalance = (by: typeof client, { address, contract }: BalanceQuestion, block: number): Promise<bigint> =>
    contract === undefined
      ? by.getBalance({ address: address as Hash, blockNumber: BigInt(block) })
      : by.readContract({
          address: contract as Hash,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [address as Hash],
          blockNumber: BigInt(block),
        });
  const balanceAt: EvmNode['balanceAt'] = (contract, address, block) =>
    readBalance(client, { address, contract }, block);
  return {
    name: new URL(url).host,
    networkId: () => client.getChainId(),
    head: async () => Number(await client.getBlockNumber()),
    hashAt: async (number) => {
      const block = await orUndefined(client.getBlock({ blockNumber: BigInt(number) }));
      return block?.hash;
    },
    read: async (hash, query) => {
      const block = await orUndefined(client.getBlock({ blockHash: hash as Hash, includeTransactions: true }));
      if (block === undefined) return undefined;
      const ids = { number: Number(block.number), hash: block.hash, parent: block.parentHash };
      if (block.transactions.length === 0) return { ...ids, transfers: [], outflows: [] };
      const raw = await client.request({ method: 'eth_getBlockReceipts' as never, params: [hash] as never });
      const receipts = receiptsOf(raw, block.transactions.length);
      const succeeded = new Set(receipts.filter(({ isSuccess }) => isSuccess).map(({ txHash }) => txHash));
      const values = block.transactions.flatMap(({ hash: txHash, from, to, value }): ChainTransfer[] =>
        to === null || value === 0n || !succeeded.has(txHash) || !query.isWanted(to)
          ? []
          : [{ txHash, ordinal: VALUE_ORDINAL, contract: undefined, from, to, value }],
      );
      const tokens = receipts.flatMap((it) => tokensOf(it, query));
      return {
        ...ids,
        transfers: [...values, ...tokens.filter(({ to }) => query.isWanted(to))],
        outflows: tokens.filter(({ from }) => query.isWanted(from)),
      };
    },
    growthOf: async (contract, address, block) => {
      const [after, before] = await Promise.all([
        balanceAt(contract, address, block),
        balanceAt(contract, address, block - 1),
      ]);
      return after - before;
    },
    balancesAt: async (block, questions) => {
      const answers: bigint[] = [];
      for (let first = 0; first < questions.length; first += QUESTIONS_AT_ONCE) {
        const part = questions.slice(first, first + QUESTIONS_AT_ONCE);
        answers.push(...(await Promise.all(part.map((question) => readBalance(batching, question, block)))));
      }
      return answers;
    },
    balanceAt,
    codeAt: (address, block) => client.getCode({ address: address as Hash, blockNumber: BigInt(block) }),
    nonceAt: (address, block) => client.getTransactionCount({ address: address as Hash, blockNumber: BigInt(block) }),
    countSent: (address, isPending) =>
      client.getTransactionCount({ address: address as Hash, blockTag: isPending ? 'pending' : 'latest' }),
    receiptOf: async (txHash) => {
      const receipt = await orUndefined(client.getTransactionReceipt({ hash: txHash as Hash }));
      if (receipt === undefined) return undefined;
      const { value, to, from } = await client.getTransaction({ hash: txHash as Hash });
      const tokens = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs });
      return {
        block: Number(receipt.blockNumber),
        isSuccess: receipt.status === 'success',
        sender: from,
        gasPaid: receipt.gasUsed * receipt.effectiveGasPrice,
        logs: receipt.logs.map(({ address, topics, data }) => ({ address, topics, data })),
        transfers: [
          ...(to === null || value === 0n ? [] : [{ contract: undefined, from, to, value }]),
          ...tokens.map(({ address, args }) => ({ contract: address.toLowerCase(), ...args })),
        ],
      };
    },
    // Not of the pending block: there a transaction that this one replaces would already have paid for new storage.
    gasOf: (sender, { to, data, value }) =>
      client.estimateGas({ account: sender as Hash, to: to as Hash, data: data as Hash, value, blockTag: 'latest' }),
    feeNow: async () => {
      const [block, tip] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()]);
      if (block.baseFeePerGas === null) throw new Error('the node names no base fee');
      return { base: block.baseFeePerGas, tip };
    },
    send: async (raw) => {
      await client.sendRawTransaction({ serializedTransaction: raw as Hash });
    },
  };
}

const ABSENT = new Set(['BlockNotFoundError', 'TransactionReceiptNotFoundError']);

/** What is not there is an answer; everything else is a fault of the node. */
async function orUndefined<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (ABSENT.has((error as Error).name)) return undefined;
    throw error;
  }
}

type Receipt = { readonly txHash: string; readonly isSuccess: boolean; readonly logs: readonly Log[] };

/** Reads the receipts of a whole block: one that lacks some is no answer. */
function receiptsOf(raw: unknown, count: number): readonly Receipt[] {
  if (!Array.isArray(raw) || raw.length !== count) throw new Error('the node lacks receipts of a block');
  return (raw as RawReceipt[]).map(({ transactionHash, status, logs }) => ({
    txHash: transactionHash,
    isSuccess: status === '0x1',
    logs: ordered(logs),
  }));
}

/** As the node sends it; viem formats single receipts only. */
type RawReceipt = { transactionHash: string; status: string; logs: readonly RawLog[] };
type RawLog = Log & { readonly logIndex: string };

/** Logs in the order of their transaction, each once. */
function ordered(logs: readonly RawLog[]): readonly Log[] {
  const byIndex = new Map(logs.map((log) => [Number(log.logIndex), log]));
  return [...byIndex].sort(([a], [b]) => a - b).map(([, log]) => log as unknown as Log);
}

/** Reads the transfers of listed tokens to or from addresses that were asked for. */
function tokensOf({ txHash, isSuccess, logs }: Receipt, { contracts, isWanted }: BlockQuery): readonly ChainTransfer[] {
  if (!isSuccess) return [];
  return logs.flatMap((log, ordinal) => {
    const contract = log.address.toLowerCase();
    if (!contracts.has(contract)) return [];
    const [event] = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: [log] });
    if (event === undefined || event.args.value === 0n) return [];
    const { from, to, value } = event.args;
    if (!isWanted(to) && !isWanted(from)) return [];
    return [{ txHash, ordinal, contract, from, to, value }];
  });
}
