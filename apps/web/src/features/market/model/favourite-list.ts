/** What a user does to their own list of markets. */
export type FavouriteChange =
  | { readonly kind: 'add'; readonly symbols: readonly string[] }
  | { readonly kind: 'remove'; readonly symbol: string }
  | { readonly kind: 'order'; readonly symbols: readonly string[] };

/**
 * The list as the server will answer: shown before it does. Doing it twice is doing it once, so a change that is on its
 * way may be applied to a list that has it already.
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

/** What takes a change back, given the list before it: only what it did, so that nothing is lost that was there already. */
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

/** One of them before all others. */
export const movedToTop = (list: readonly string[], symbol: string): readonly string[] => [
  symbol,
  ...list.filter((other) => other !== symbol),
];

/** How many pairs are offered to who has none. */
const OFFERED = 6;

/** The first of the house's order that can be bought at once; where nothing can, the first of all. */
export function suggestedFavourites<Market extends { readonly products: readonly string[] }>(
  markets: readonly Market[],
): readonly Market[] {
  const spot = markets.filter(({ products }) => products.includes('spot'));
  return (spot.length > 0 ? spot : markets).slice(0, OFFERED);
}
