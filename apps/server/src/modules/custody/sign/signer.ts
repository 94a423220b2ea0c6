import {
  decodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { callOf, type UnsignedPayment } from './unsigned-payment.ts';

export type SignedPayment = { readonly raw: string; readonly txHash: string };

/** What holds the key of the address that custody sends from. A module of hardware or a service implements the same. */
export type Signer = {
  readonly address: string;
  /** Signs a payment. It sees what is paid, and decides again whether it may be. */
  sign(payment: UnsignedPayment): Promise<string>;
};

/** Signs with a key in memory. */
export function createLocalSigner(privateKey: string): Signer {
  const account = privateKeyToAccount(privateKey as Hex);
  return {
    address: account.address,
    sign: async (payment) => {
      const { to, data, value } = callOf(payment);
      return await account.signTransaction({
        type: 'eip1559',
        chainId: payment.networkId,
        nonce: payment.nonce,
        to: to as Hex,
        value,
        ...(data !== undefined && { data: data as Hex }),
        gas: payment.gas,
        maxFeePerGas: payment.feeMax,
        maxPriorityFeePerGas: payment.tip,
      });
    },
  };
}

/** What was signed is not what was to be paid: it is neither stored nor sent. */
export class SignedOtherwise extends Error {
  override readonly name = 'SignedOtherwise';
}

/** Signs a payment, and reads the bytes again: they must be that payment, of that sender, and nothing more. */
export async function signPayment(signer: Signer, payment: UnsignedPayment): Promise<SignedPayment> {
  const raw = (await signer.sign(payment)) as Hex;
  const differing = await differences(raw, payment, signer.address);
  if (differing.length > 0) throw new SignedOtherwise(`a signed payment has another ${differing.join(', ')}`);
  return { raw, txHash: keccak256(raw) };
}

/** Returns the gas limit of a signed transaction; zero if it cannot be read. */
export function gasLimitOf(raw: string): bigint {
  try {
    return parseTransaction(raw as `0x02${string}`).gas ?? 0n;
  } catch {
    return 0n;
  }
}

/** Returns which parts of a signed transaction are not those of a payment. */
export async function differences(raw: string, payment: UnsignedPayment, sender: string): Promise<readonly string[]> {
  const serialized = raw as `0x02${string}`;
  const read = parseTransaction(serialized);
  const from = await recoverTransactionAddress({ serializedTransaction: serialized });
  const checks: Readonly<Record<string, boolean>> = {
    type: read.type === 'eip1559',
    sender: isAddressEqual(from, sender as Hex),
    network: read.chainId === payment.networkId,
    nonce: (read.nonce ?? 0) === payment.nonce,
    'access list': (read.accessList ?? []).length === 0,
    gas: read.gas === payment.gas,
    fee: read.maxFeePerGas === payment.feeMax && (read.maxPriorityFeePerGas ?? 0n) === payment.tip,
    call: isCallOf(read, payment),
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
}

type Read = {
  readonly to?: Hex | null | undefined;
  readonly value?: bigint | undefined;
  readonly data?: Hex | undefined;
};

function isCallOf({ to, value = 0n, data = '0x' }: Read, { contract, recipient, units }: UnsignedPayment): boolean {
  if (to === undefined || to === null) return false;
  if (contract === undefined) return isAddressEqual(to, recipient as Hex) && value === units && data === '0x';
  const call = readCall(data);
  if (call?.functionName !== 'transfer') return false;
  const [paid, amount] = call.args;
  return (
    isAddressEqual(to, contract as Hex) &&
    value === 0n &&
    isAddressEqual(paid, recipient as Hex) &&
    amount === units &&
    data === callOf({ contract, recipient, units }).data // Nothing follows the two arguments.
  );
}

/** Reads the call of a token; undefined for anything else. */
function readCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: erc20Abi, data });
  } catch {
    return undefined;
  }
}
