import { createdAddress, NO_CONTRACT, type SweptAddress, sweepCall, type UnsignedSweep } from '../custody/index.ts';
import type { ChainAsset } from '../deposit/index.ts';
import * as store from './sweep.store.ts';
import { isSame, type SweepDeps, type SweepPlan } from './sweep-plan.ts';

/** Upper bounds of gas: a limit that is too high costs nothing, one that is too low fails. */
const GAS = {
  transaction: 21_000n,
  /** A byte of the call, at the higher price of calls that do little else (EIP-7623). */
  callByte: 40n,
  creation: 1_000_000n,
  /** An authorisation of EIP-7702, as if the address were new to the chain. */
  delegation: 25_000n,
  address: 20_000n,
  token: 90_000n,
  ether: 25_000n,
} as const;

/** What is to be signed, without the price of gas. */
export type Built = Omit<UnsignedSweep, 'feeMax' | 'tip'>;

/** What a stored row says that contradicts what is configured or on the chain: nothing is signed for it. */
export class NotSound extends Error {
  override readonly name = 'NotSound';
}

/**
 * Returns the address of the sweeper that this gas account created; undefined if it has not. Its code on the chain must be
 * ours to the last byte, the destination included: no row is believed.
 */
export async function findSweeper({ db, chain, gas, plan }: SweepDeps): Promise<string | undefined> {
  const nonce = await store.readDeployed(db, plan.chain, plan.code.hash);
  if (nonce === undefined) return undefined;
  const contract = createdAddress(gas.address, nonce);
  const code = await chain.codeAt(contract, await chain.head());
  if (code !== plan.code.runtime) throw new NotSound(`the code at ${contract} is not the sweeper`);
  return contract;
}

/** Builds the transaction of a row from what is configured. A row that says anything else is refused. */
export async function buildTransaction(deps: SweepDeps, sweep: Omit<store.NewSweep, 'payer'>): Promise<Built> {
  const { plan, gas } = deps;
  const { nonce, kind, addresses } = sweep;
  const refuse = (why: string) => new NotSound(`nonce ${nonce} is reserved for a ${kind} ${why}`);
  if (!isSame(sweep.destination, plan.code.destination)) throw refuse(`to ${sweep.destination}`);
  if (sweep.codeHash !== plan.code.hash) throw refuse('of another code');
  const common = { networkId: plan.networkId, nonce };
  if (kind === 'deploy') {
    if (!isSame(sweep.contract, createdAddress(gas.address, nonce))) throw refuse(`at ${sweep.contract}`);
    const data = plan.code.creation;
    return { ...common, to: undefined, data, delegations: [], gas: GAS.creation + gasOfBytes(data) };
  }
  const contract = await findSweeper(deps);
  if (contract === undefined || !isSame(sweep.contract, contract)) throw refuse(`by ${sweep.contract}`);
  for (const { address, position } of addresses)
    if (!isSame(plan.derive(position), address)) throw refuse(`of ${address}, which is not ours at ${position}`);
  const delegations = addresses.map(({ address, position, delegationNonce }) => ({
    networkId: plan.networkId,
    position,
    address,
    contract: kind === 'sweep' ? contract : NO_CONTRACT,
    nonce: delegationNonce,
  }));
  const delegating = GAS.transaction + BigInt(addresses.length) * GAS.delegation;
  // Nothing is called to end delegations: the gas account pays itself nothing.
  if (kind === 'clear') return { ...common, to: gas.address, data: '0x', delegations, gas: delegating + GAS.address };
  const data = sweepCall(addresses.map((it) => sweptOf(plan, it, refuse)));
  const tokens = addresses.reduce((count, { coins }) => count + coins.length, 0);
  const gasLimit =
    delegating + gasOfBytes(data) + BigInt(addresses.length) * (GAS.address + GAS.ether) + BigInt(tokens) * GAS.token;
  return { ...common, to: contract, data, delegations, gas: gasLimit };
}

const gasOfBytes = (data: string): bigint => BigInt(data.length / 2) * GAS.callByte;

/** The tokens of an address by the contracts that are configured. Ether needs no naming: it always goes with them. */
function sweptOf(
  { assets }: SweepPlan,
  { address, coins }: store.SweptAddress,
  refuse: (why: string) => Error,
): SweptAddress {
  const known = coins.map(({ currency }): ChainAsset => {
    const asset = assets.find((it) => it.currency === currency);
    if (asset === undefined) throw refuse(`of ${currency}, which is not configured`);
    return asset;
  });
  return { address, tokens: known.flatMap(({ contract }) => contract ?? []) };
}
