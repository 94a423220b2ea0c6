import { isDeepStrictEqual } from 'node:util';
import {
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { SignedOtherwise, type SignedPayment } from '../sign/signer.ts';
import {
  authorizationOf,
  type Delegation,
  type DepositKeys,
  isSoundDelegation,
  type SignedDelegation,
} from './deposit-keys.ts';

/** A transaction of the gas account, from which the bytes are built. It carries no ether. */
export type UnsignedSweep = {
  readonly networkId: number;
  readonly nonce: number;
  /** Undefined: it creates the sweeper. */
  readonly to: string | undefined;
  readonly data: string;
  readonly delegations: readonly Delegation[];
  readonly gas: bigint;
  /** The most for a unit of gas, tip included, in wei. */
  readonly feeMax: bigint;
  readonly tip: bigint;
};

type SweepToSign = Omit<UnsignedSweep, 'delegations'> & { readonly delegations: readonly SignedDelegation[] };

/** What holds the key of the account that pays for sweeps. A module of hardware or a service implements the same. */
export type GasSigner = {
  readonly address: string;
  sign(sweep: SweepToSign): Promise<string>;
};

/** Signs with a key in memory. */
export function createLocalGasSigner(privateKey: string): GasSigner {
  const account = privateKeyToAccount(privateKey as Hex);
  return {
    address: account.address,
    sign: async ({ networkId: chainId, nonce, to, data, delegations, gas, feeMax, tip }) => {
      const common = { chainId, nonce, data: data as Hex, gas, maxFeePerGas: feeMax, maxPriorityFeePerGas: tip };
      if (delegations.length === 0)
        return await account.signTransaction({
          type: 'eip1559',
          ...common,
          ...(to !== undefined && { to: to as Hex }),
        });
      if (to === undefined) throw new Error('a transaction that creates a contract carries no delegations');
      const authorizationList = delegations.map(authorizationOf);
      return await account.signTransaction({ type: 'eip7702', ...common, to: to as Hex, authorizationList });
    },
  };
}

type Signers = { readonly gas: GasSigner; readonly keys: DepositKeys };

/**
 * Lets the addresses sign their delegations and the gas account the transaction, and reads the bytes again: they must be
 * what was asked for, of that sender, and nothing more.
 */
export async function signSweep({ gas, keys }: Signers, unsigned: UnsignedSweep): Promise<SignedPayment> {
  const delegations = await Promise.all(
    unsigned.delegations.map(async (asked) => {
      const signed = await keys.delegate(asked);
      const { r, s, yParity } = signed;
      const isAsAsked = isDeepStrictEqual(signed, { ...asked, r, s, yParity }) && (await isSoundDelegation(signed));
      if (!isAsAsked) throw new SignedOtherwise(`${asked.address} signed another delegation`);
      return signed;
    }),
  );
  const sweep = { ...unsigned, delegations };
  const raw = (await gas.sign(sweep)) as Hex;
  const differing = await sweepDifferences(raw, sweep, gas.address);
  if (differing.length > 0) throw new SignedOtherwise(`a signed sweep has another ${differing.join(', ')}`);
  return { raw, txHash: keccak256(raw) };
}

/** Returns which parts of a signed transaction are not those of a sweep. */
async function sweepDifferences(raw: Hex, sweep: SweepToSign, sender: string): Promise<readonly string[]> {
  const serializedTransaction = raw as TransactionSerialized;
  const read = parseTransaction(serializedTransaction);
  const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
  const carried = 'authorizationList' in read ? (read.authorizationList ?? []) : [];
  const checks: Readonly<Record<string, boolean>> = {
    type: read.type === (sweep.delegations.length === 0 ? 'eip1559' : 'eip7702'),
    sender: isAddressEqual(from, sender as Hex),
    network: read.chainId === sweep.networkId,
    nonce: (read.nonce ?? 0) === sweep.nonce,
    receiver: isSameReceiver(read.to, sweep.to),
    value: (read.value ?? 0n) === 0n,
    call: (read.data ?? '0x') === sweep.data,
    'access list': ('accessList' in read ? (read.accessList ?? []) : []).length === 0,
    gas: read.gas === sweep.gas,
    fee:
      'maxFeePerGas' in read && read.maxFeePerGas === sweep.feeMax && (read.maxPriorityFeePerGas ?? 0n) === sweep.tip,
    delegation:
      carried.length === sweep.delegations.length &&
      sweep.delegations.every((delegation, index) => isCarried(carried[index], delegation)),
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
}

const isSameReceiver = (read: Hex | null | undefined, asked: string | undefined): boolean =>
  read === undefined || read === null ? asked === undefined : asked !== undefined && isAddressEqual(read, asked as Hex);

type Carried = { address: Hex; chainId: number; nonce: number; r?: Hex; s?: Hex; yParity?: number | undefined };

function isCarried(carried: Carried | undefined, asked: SignedDelegation): boolean {
  if (carried === undefined) return false;
  return (
    carried.chainId === asked.networkId &&
    isAddressEqual(carried.address, asked.contract as Hex) &&
    carried.nonce === asked.nonce &&
    BigInt(carried.r ?? 0) === BigInt(asked.r) &&
    BigInt(carried.s ?? 0) === BigInt(asked.s) &&
    (carried.yParity ?? 0) === asked.yParity
  );
}
