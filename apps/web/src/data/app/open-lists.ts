import type { MarketProduct } from '@app/domain/market';
import { useCallback } from 'react';
import { useIsOpen } from './openness.ts';

/** Page on which each product of a market is traded. */
const TRADED_AT: Readonly<Record<MarketProduct, string>> = {
  spot: '/pages/transaction/currency',
  contract: '/pages/transaction/contract',
  seconds: '/pages/transaction/index2',
};

/** Returns whether a product of a market can be traded: its page is open. */
export function useIsTraded(): (product: MarketProduct) => boolean {
  const isOpen = useIsOpen();
  return useCallback((product) => isOpen(TRADED_AT[product]), [isOpen]);
}

/** Returns the page that trades a product, of one market if given. */
export const tradePage = (product: MarketProduct, symbol?: string): string =>
  symbol === undefined ? TRADED_AT[product] : `${TRADED_AT[product]}?${new URLSearchParams({ symbol })}`;

/** Sorts open entries before closed ones, each in its own order. */
export const openFirst = <Entry extends { readonly path: string }>(
  entries: readonly Entry[],
  isOpen: (address: string) => boolean,
): readonly Entry[] => [...entries.filter(({ path }) => isOpen(path)), ...entries.filter(({ path }) => !isOpen(path))];
