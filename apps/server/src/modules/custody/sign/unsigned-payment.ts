import { encodeFunctionData, erc20Abi, type Hex } from 'viem';

/** A payment of custody, from which the transaction is built: nothing else can be sent. */
export type UnsignedPayment = {
  readonly networkId: number;
  readonly nonce: number;
  /** Undefined for the chain's own coin. */
  readonly contract: string | undefined;
  readonly recipient: string;
  readonly units: bigint;
  readonly gas: bigint;
  /** The most for a unit of gas, tip included, in wei. */
  readonly feeMax: bigint;
  readonly tip: bigint;
};

export type UnsignedCall = { readonly to: string; readonly data: string | undefined; readonly value: bigint };

/** Builds the call of a payment: a transfer of a token, or the coin itself. There is no other. */
export const callOf = ({
  contract,
  recipient,
  units,
}: Pick<UnsignedPayment, 'contract' | 'recipient' | 'units'>): UnsignedCall =>
  contract === undefined
    ? { to: recipient, data: undefined, value: units }
    : {
        to: contract,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient as Hex, units] }),
        value: 0n,
      };
