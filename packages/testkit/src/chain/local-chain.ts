import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Address,
  createTestClient,
  getContractAddress,
  type Hash,
  http,
  type PublicActions,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { guardChild } from '../guard.ts';
import bytecodes from './test-tokens.json' with { type: 'json' };

/** The published test mnemonic of EVM tools: its ten accounts hold 10,000 ether each. Never anything but a test. */
const WORDS = 'test test test test test test test test test test test junk';

export const TOKEN_ABI = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function transferMany(address[] to, uint256[] values)',
  'function lie(address to, uint256 value)',
]);

/** By then, a block that was begun is mined. */
const MINED_MS = 50;

/** A transaction waits longer than this only if the node is stuck. */
const UNMINED_MS_MAX = 60_000;
const UNMINED_PAUSE_MS = 5;

/** 100 gwei. */
const HIGH_TIP = 100_000_000_000n;

export type LocalChainOptions = {
  readonly port?: number;
  /** Mines a block this often; without it, one for each transaction. */
  readonly blockSeconds?: number;
  /** Where the chain is kept from one start to the next. */
  readonly stateFile?: string;
};

/** A chain to send on. */
export type ChainClient = ReturnType<typeof connectLocalChain>;
export type LocalChain = ChainClient & {
  readonly node: ChildProcess;
  stop(): Promise<void>;
};

/** Starts anvil, a real EVM node, on loopback. It ends with this process, and keeps nothing unless it is given a file. */
export async function startLocalChain({ port, ...options }: LocalChainOptions = {}): Promise<LocalChain> {
  const url = `http://127.0.0.1:${port ?? (await freePort())}`;
  const node = startNode(url, options);
  const client = connectLocalChain(url);
  await untilReady(node, client.head);
  return { ...client, node, stop: () => endNode(node, options.stateFile === undefined ? 'SIGKILL' : 'SIGTERM') };
}

/** Connects to a chain that runs already. */
export function connectLocalChain(url: string) {
  const client = createTestClient({
    chain: foundry,
    mode: 'anvil',
    transport: http(url, { retryCount: 0 }),
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
  const sender = mnemonicToAccount(WORDS);
  const secondSender = mnemonicToAccount(WORDS, { addressIndex: 1 });
  /** For what viem has no types for. */
  const ask = async (method: string, params: readonly unknown[]): Promise<Hash> =>
    await client.request({ method: method as never, params: params as never });
  const deploy = async (name: keyof typeof bytecodes): Promise<Address> => {
    const bytecode = bytecodes[name] as Hash;
    const hash = await client.deployContract({ account: sender, abi: [], bytecode });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    if (contractAddress == null) throw new Error(`${name} was not deployed`);
    return contractAddress;
  };
  /** A contract's address follows from its creator and the number of the transaction. */
  const firstContract = getContractAddress({ from: sender.address, nonce: 0n });
  return {
    url,
    chainId: foundry.id,
    client,
    /** Holds ether, and may mint test tokens. */
    sender,
    firstContract,
    deploy,
    /** Deploys a test token as the first contract, unless a chain that was kept has it. */
    deployOnce: async (name: keyof typeof bytecodes): Promise<Address> =>
      (await client.getCode({ address: firstContract })) === undefined ? await deploy(name) : firstContract,
    head: async (): Promise<number> => Number(await client.getBlockNumber()),
    /** Sends a call of a token; it is mined a moment later, or with the next block where blocks have a time. */
    call: (
      token: Address,
      functionName: 'mint' | 'transfer' | 'transferMany' | 'lie',
      args: readonly [Address, bigint] | readonly [readonly Address[], readonly bigint[]],
    ): Promise<Hash> =>
      // Each function has one of the two forms.
      client.writeContract({ account: sender, address: token, abi: TOKEN_ABI, functionName, args: args as never }),
    /** The same of another account, with a tip that puts it first in its block. */
    callFirst: (token: Address, functionName: 'mint', args: readonly [Address, bigint]): Promise<Hash> =>
      client.writeContract({
        account: secondSender,
        address: token,
        abi: TOKEN_ABI,
        functionName,
        args,
        maxPriorityFeePerGas: HIGH_TIP,
        maxFeePerGas: 2n * HIGH_TIP,
      }),
    balanceOf: (token: Address, owner: Address): Promise<bigint> =>
      client.readContract({ address: token, abi: TOKEN_ABI, functionName: 'balanceOf', args: [owner] }),
    /** Sends ether. */
    pay: (to: Address, value: bigint): Promise<Hash> => client.sendTransaction({ account: sender, to, value }),
    mine: (blocks: number): Promise<void> => client.mine({ blocks }),
    /** Waits until all that was sent is mined; not at all while nothing is mined by itself, or blocks have a time. */
    untilMined: async (): Promise<void> => {
      const endMs = performance.now() + UNMINED_MS_MAX;
      for (;;) {
        if (!(await client.getAutomine())) return;
        const { pending } = await client.getTxpoolStatus();
        if (pending === 0) return;
        if (performance.now() > endMs) throw new Error(`${pending} transactions wait for a block`);
        await pause(UNMINED_PAUSE_MS);
      }
    },
    /** Replaces the last blocks by as many that are empty. Their transactions are gone until they are sent again. */
    reorganise: async (depth: number): Promise<void> => {
      // While anvil replaces blocks it must not mine one: it loses those in between, and nobody can follow such a chain.
      const isAutomatic = await client.getAutomine();
      if (isAutomatic) await client.setAutomine(false);
      if (isAutomatic) await pause(MINED_MS);
      await ask('anvil_reorg', [depth, []]);
      await expectLinked(client, depth);
      if (isAutomatic) await client.setAutomine(true);
    },
    /** Returns a signed transaction, to send it again after a reorganisation. */
    readSigned: (hash: Hash): Promise<Hash> => ask('eth_getRawTransactionByHash', [hash]),
    sendSigned: (serializedTransaction: Hash): Promise<Hash> => client.sendRawTransaction({ serializedTransaction }),
  };
}

type BlockReader = Pick<PublicActions, 'getBlock'>;

/** Fails if one of the last blocks does not name the one before it. */
async function expectLinked(client: BlockReader, depth: number): Promise<void> {
  let child = await client.getBlock();
  for (let n = 0; n < depth; n++) {
    const block = await client.getBlock({ blockNumber: child.number - 1n });
    if (block.hash !== child.parentHash) throw new Error(`the node has lost the parent of block ${child.number}`);
    child = block;
  }
}

/** Its own program, not the wrapper around it, so that a signal reaches it. */
function startNode(url: string, { blockSeconds, stateFile }: Omit<LocalChainOptions, 'port'>): ChildProcess {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const own = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  const program = join(dirname(own.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/package.json`)), 'bin/anvil');
  const { hostname, port } = new URL(url);
  const times = blockSeconds === undefined ? [] : ['--block-time', String(blockSeconds)];
  const kept = stateFile === undefined ? [] : ['--state', stateFile];
  const args = ['--host', hostname, '--port', port, '--silent', '--mnemonic', WORDS, ...times, ...kept];
  return guardChild(spawn(program, args, { stdio: 'ignore' }), {
    signal: stateFile === undefined ? 'SIGKILL' : 'SIGTERM',
  });
}

const READY_MS_MAX = 30_000;

async function untilReady(node: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (const endMs = performance.now() + READY_MS_MAX; performance.now() < endMs; ) {
    if (node.exitCode !== null) throw new Error(`anvil ended with code ${node.exitCode} while it started`);
    const isReady = await ask().then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`anvil did not answer within ${READY_MS_MAX / 1_000} s`);
}

async function endNode(node: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => node.once('exit', () => resolve()));
  node.kill(signal);
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port'); // It listens on a port.
  return address.port;
}
