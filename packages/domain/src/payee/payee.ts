import { type Decision, ok, refuse } from '@app/base';
import { hasLength } from '../checks/index.ts';
import { type Chain, isChain } from './chains.ts';
import { type AddressRefusal, chainOfAddress, checkAddress } from './check-address.ts';

/** Spec 5 and 9: at most three saved addresses. The database enforces the same number. */
export const ADDRESSES_MAX = 3;
/** Length of the name that a user gives an address, in characters as a reader counts them. */
export const PAYEE_NAME = { min: 1, max: 20 } as const;

/** A destination as a user describes it; without a chain, the address decides which of the coin's chains it is on. */
export type Payee = {
  readonly currency: string;
  readonly chain?: string | undefined;
  readonly address: string;
  readonly name: string;
};

export type CheckedPayee = {
  readonly currency: string;
  readonly chain: Chain;
  readonly address: string;
  readonly name: string;
};

export type PayeeRefusal = AddressRefusal | 'chain_of_other_coin' | 'address_name_wrong';

/** Checks everything about a destination that needs no other rows; `chains` are those of its coin. */
export function checkPayee(payee: Payee, chains: readonly string[]): Decision<CheckedPayee, PayeeRefusal> {
  const name = checkPayeeName(payee.name);
  if (!name.ok) return name;
  const usable = chains.filter(isChain);
  const chain = chainOf(payee, usable);
  if (chain === undefined) return refuse('chain_of_other_coin');
  const address = checkAddress(chain, payee.address);
  return address.ok ? ok({ currency: payee.currency, chain, address: address.value, name: name.value }) : address;
}

/** Returns the named chain; without one, that of the address if the coin has it, else the coin's first. */
function chainOf({ chain, address }: Payee, usable: readonly Chain[]): Chain | undefined {
  if (chain !== undefined) return usable.find((it) => it === chain);
  const found = chainOfAddress(address);
  return usable.find((it) => it === found) ?? usable[0];
}

/** Checks the name of an address. Only its owner sees it, so every script is allowed; invisible characters are not. */
export function checkPayeeName(text: string): Decision<string, 'address_name_wrong'> {
  const name = text.trim();
  const isShown = hasLength(name, PAYEE_NAME) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name);
  return isShown ? ok(name) : refuse('address_name_wrong', { maximum: `${PAYEE_NAME.max}` });
}
