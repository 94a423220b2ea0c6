/** A change the user makes to the favourites. */
export type FavouriteChange =
  | { readonly kind: 'add'; readonly symbols: readonly string[] }
  | { readonly kind: 'remove'; readonly symbol: string }
  | { readonly kind: 'order'; readonly symbols: readonly string[] };

/**
 * Returns the list the server will return, so that it can be shown before the response. Idempotent, so a pending change
 * may be applied to a list that already contains it.
 */
export function changeFavourites(list: readonly string[], change: FavouriteChange): readonly string[] {
  switch (change.kind) {
    case 'add':
      return [
        ...list,
        ...change.symbols.filter((symbol, index, all) => !list.includes(symbol) && all.indexOf(symbol) === index),
      ];
    case 'remove':
      return list.filter((symbol) => symbol !== change.symbol);
    case 'order': {
      const named = change.symbols.filter((symbol) => list.includes(symbol));
      return [...named, ...list.filter((symbol) => !named.includes(symbol))];
    }
  }
}

/**
 * Returns the changes that undo a change, given the list before it: they revert only its effect, so that nothing
 * already there is lost.
 */
export function undoing(list: readonly string[], change: FavouriteChange): readonly FavouriteChange[] {
  const order = { kind: 'order', symbols: list } as const;
  switch (change.kind) {
    case 'add':
      return change.symbols
        .filter((symbol) => !list.includes(symbol))
        .map((symbol) => ({ kind: 'remove', symbol }) as const);
    case 'remove':
      return list.includes(change.symbol) ? [{ kind: 'add', symbols: [change.symbol] }, order] : [];
    case 'order':
      return [order];
  }
}

/** Returns the list with one symbol moved to the top. */
export const movedToTop = (list: readonly string[], symbol: string): readonly string[] => [
  symbol,
  ...list.filter((other) => other !== symbol),
];

/** Number of pairs suggested to a user without favourites. */
const OFFERED = 6;

/** Returns the first markets in default order that trade spot; if none does, the first of all. */
export function suggestedFavourites<Market extends { readonly products: readonly string[] }>(
  markets: readonly Market[],
): readonly Market[] {
  const spot = markets.filter(({ products }) => products.includes('spot'));
  return (spot.length > 0 ? spot : markets).slice(0, OFFERED);
}
