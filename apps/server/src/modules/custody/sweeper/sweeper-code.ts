import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseEventLogs,
} from 'viem';
import type { ChainLog } from '../chain/evm-node.ts';
import compiled from './sweeper.json' with { type: 'json' };

const ABI = parseAbi([
  'constructor(address destination)',
  'function sweepMany(address[] owners, address[][] tokens)',
  'event SweptEther(uint256 value)',
]);

/** The sweeper for one destination: what creates it, and the code that it then has on the chain. */
export type SweeperCode = {
  readonly destination: string;
  readonly creation: string;
  readonly runtime: string;
  /** Names the code, and with it the destination. */
  readonly hash: string;
};

export function sweeperCodeFor(destination: string): SweeperCode {
  const creation = encodeDeployData({
    abi: ABI,
    bytecode: compiled.creation as Hex,
    args: [destination as Hex],
  });
  const word = destination.toLowerCase().slice(2).padStart(64, '0');
  const runtime = compiled.destinationAt.reduce((code, byte) => {
    const at = 2 + 2 * byte;
    return `${code.slice(0, at)}${word}${code.slice(at + word.length)}`;
  }, compiled.runtime);
  return { destination, creation, runtime, hash: keccak256(runtime as Hex) };
}

/** What is swept of one address; its ether goes with it. */
export type SweptAddress = { readonly address: string; readonly tokens: readonly string[] };

/** Builds the call that sweeps addresses. */
export const sweepCall = (swept: readonly SweptAddress[]): string =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'sweepMany',
    args: [swept.map(({ address }) => address as Hex), swept.map(({ tokens }) => tokens as Hex[])],
  });

/** Returns the address of what a transaction creates. */
export const createdAddress = (sender: string, nonce: number): string =>
  getContractAddress({ from: sender as Hex, nonce: BigInt(nonce) });

/** Reads which addresses sent how much ether to the destination. */
export const readSweptEther = (logs: readonly ChainLog[]): readonly { address: string; value: bigint }[] =>
  parseEventLogs({ abi: ABI, eventName: 'SweptEther', logs: logs as never }).map(({ address, args }) => ({
    address,
    value: args.value,
  }));
