import { ZERO } from '@app/money';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import { foldSearch, searchTerms } from '../../../lib/search-terms.ts';

/** What a coin is chosen for; the first unless the address names another. */
const PURPOSES = ['deposit', 'withdraw', 'transfer'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const purposeIn = (address: URLSearchParams): Purpose =>
  PURPOSES.find((purpose) => purpose === address.get('for')) ?? 'deposit';

/** Page that a coin is chosen for. */
export const PAGE_OF = {
  deposit: '/pages/fund/receive',
  withdraw: '/pages/fund/withdraw',
  transfer: '/pages/fund/transfer',
} as const satisfies Readonly<Record<Purpose, string>>;

export const pageWithCoin = (purpose: Purpose, currency: string): string =>
  `${PAGE_OF[purpose]}?${new URLSearchParams({ currency })}`;

/** Returns the coins the user owns, in the order of the list. */
export const ownCoins = (list: readonly Balance[]): readonly string[] => [
  ...new Set(
    list.filter((balance) => balance.account !== 'bonus' && ownedIn(balance) > ZERO).map(({ currency }) => currency),
  ),
];

type Named = { readonly code: string; readonly name: string };

/** Returns the coins whose code or name contains every keyword, those whose code starts with the first one first. */
export function searchCoins<Coin extends Named>(search: string, coins: readonly Coin[]): readonly Coin[] {
  const wanted = searchTerms(search);
  const [first] = wanted;
  if (first === undefined) return coins;
  const found = coins.filter(({ code, name }) => {
    const all = foldSearch(`${code} ${name}`);
    return wanted.every((word) => all.includes(word));
  });
  const starts = ({ code }: Coin) => foldSearch(code).startsWith(first);
  return [...found.filter(starts), ...found.filter((coin) => !starts(coin))];
}

const RECENTS_MAX = 6;
const CODE = /^[A-Z0-9]{1,10}$/;

export const isCoinCode = (text: string): boolean => CODE.test(text);

/** Returns the coins chosen last on this device; an invalid stored value counts as none. */
export const recentsIn = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((it) => typeof it === 'string' && isCoinCode(it)).slice(0, RECENTS_MAX) : [];

export const withRecent = (recents: readonly string[], code: string): readonly string[] =>
  [code, ...recents.filter((it) => it !== code)].slice(0, RECENTS_MAX);
