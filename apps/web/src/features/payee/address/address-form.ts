import { type Chain, type CheckedPayee, checkPayee, isChain, looksAlike } from '@app/domain/payee';
import type { Output } from '@app/protocol';
import type { listCoins } from '@app/protocol/reference';
import type { SavedAddress } from '../payees.ts';

/** Typed and chosen values; empty until then. */
export type AddressForm = {
  readonly currency: string;
  readonly chain: string;
  readonly address: string;
  readonly name: string;
};

export const EMPTY_ADDRESS: AddressForm = { currency: '', chain: '', address: '', name: '' };

export const isAddressForm = (kept: unknown): kept is AddressForm =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.keys(EMPTY_ADDRESS).every((field) => typeof (kept as Record<string, unknown>)[field] === 'string'); // Read only.

export const formOf = ({ currency, chain, address, name }: SavedAddress): AddressForm => ({
  currency,
  chain,
  address,
  name,
});

export type Coin = { readonly code: string; readonly chains: readonly Chain[] };

/** Groups the server's list, which has a row for each chain of a coin; a chain that cannot be checked is left out. */
export function coinsOf(rows: Output<typeof listCoins>['list']): readonly Coin[] {
  const chains = Map.groupBy(rows, ({ name }) => name);
  return [...chains]
    .map(([code, own]) => ({ code, chains: own.map(({ subName }) => subName).filter(isChain) }))
    .filter((coin) => coin.chains.length > 0);
}

/** Chooses a coin. A network is never chosen for the user where there is more than one. */
export function chooseCoin(form: AddressForm, { code, chains }: Coin): AddressForm {
  const [only] = chains;
  const isKept = chains.some((chain) => chain === form.chain) && form.currency === code;
  return { ...form, currency: code, chain: isKept ? form.chain : chains.length === 1 && only ? only : '' };
}

type Problem = { readonly code: string; readonly params?: Readonly<Record<string, string>> };
export type Alike = { readonly name: string; readonly address: string };

type Missing = 'currency' | 'chain' | 'address' | 'valid' | 'name' | 'change';

/** What the form amounts to: what is missing, what is wrong with the address, or a destination that can be reviewed. */
export type Preview = {
  readonly missing?: Missing;
  readonly problem?: Problem;
  readonly payee?: CheckedPayee;
  /** A saved address that this one could be mistaken for. */
  readonly alike?: Alike;
  readonly isRename?: boolean;
};

type Known = { readonly saved: readonly SavedAddress[]; readonly edited: SavedAddress | undefined };

/** Checks the form by the server's rules. The server also knows addresses that were deleted. */
export function previewAddress(form: AddressForm, { saved, edited }: Known): Preview {
  if (form.currency === '') return { missing: 'currency' };
  if (form.chain === '') return { missing: 'chain' };
  if (form.address.trim() === '') return { missing: 'address' };
  const checked = checkPayee({ ...form, name: NAMED }, [form.chain]);
  if (!checked.ok) return { missing: 'valid', problem: checked };
  const { address } = checked.value;
  const isSame = (it: SavedAddress) =>
    it.currency === form.currency && it.chain === form.chain && it.address === address;
  if (saved.some((it) => isSame(it) && it.id !== edited?.id))
    return { missing: 'valid', problem: { code: 'address_saved_already' } };
  if (form.name.trim() === '') return { missing: 'name' };
  const named = checkPayee(form, [form.chain]);
  if (!named.ok) return { missing: 'name', problem: named };
  const payee = named.value;
  const isRename = edited !== undefined && isSame(edited);
  if (isRename && edited.name === payee.name) return { missing: 'change', payee };
  const alike = isRename ? undefined : saved.find((it) => it.chain === payee.chain && looksAlike(it.address, address));
  return { payee, isRename, ...(alike !== undefined && { alike: { name: alike.name, address: alike.address } }) };
}

/** Stands for a name, so that the address is checked before one is entered. */
const NAMED = '-';

/** A character of an address and how it is shown beside the address it resembles. */
export type Compared = { readonly text: string; readonly look: 'end' | 'same' | 'other' };

/** Splits an address into groups of four, each of runs that agree or differ with another; both ends are marked. */
export function compareAddresses(address: string, other: string, ends: number): readonly (readonly Compared[])[] {
  const looks = [...address].map((text, at): Compared => {
    const fromEnd = address.length - at;
    const isEnd = at < ends || fromEnd <= ends;
    return { text, look: isEnd ? 'end' : text === other[at] ? 'same' : 'other' };
  });
  const groups = Array.from({ length: Math.ceil(looks.length / GROUP) }, (_, at) =>
    looks.slice(at * GROUP, (at + 1) * GROUP),
  );
  return groups.map((group) => group.reduce<Compared[]>(joinAlike, []));
}

const GROUP = 4;

function joinAlike(runs: Compared[], next: Compared): Compared[] {
  const last = runs.at(-1);
  if (last?.look !== next.look) return [...runs, next];
  return [...runs.slice(0, -1), { text: last.text + next.text, look: next.look }];
}
