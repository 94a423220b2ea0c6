import { SOURCES } from '@app/domain/market';
import type { Price } from '@app/money';
import { fromHex, readTicks, type SealedTick } from '@app/verifier';

/** Decodes the tick in the signed bytes, or returns undefined if they are invalid. */
export function readLeaf(leaf: string): SealedTick | undefined {
  try {
    const [tick, ...more] = readTicks(fromHex(leaf));
    return more.length === 0 ? tick : undefined;
  } catch {
    return undefined;
  }
}

export type VenueQuote = {
  readonly id: number;
  /** Undefined for a venue unknown to this version of the app. */
  readonly name: (typeof SOURCES)[number]['name'] | undefined;
  readonly price: Price;
  readonly ageMs: number;
  readonly isMiddle: boolean;
};

/** Returns each venue's price, highest first; the median, the lower of two, is the index price. */
export function venuesOf({ sources }: SealedTick): VenueQuote[] {
  const sorted = [...sources].sort((a, b) => (a.price < b.price ? -1 : 1));
  const middle = (sorted.length - 1) >> 1;
  return sorted
    .map(({ source, price, ageMs }, index) => ({
      id: source,
      name: SOURCES.find(({ id }) => id === source)?.name,
      price: price as Price,
      ageMs,
      isMiddle: index === middle, // Integers of 10⁻¹⁸, like ours.
    }))
    .reverse();
}

/** Returns where a price comes from. One simulated or local venue is enough: the price is then not a market's. */
export function originOf({ sources }: SealedTick): 'simulated' | 'local' | 'venues' {
  const named = sources.map(({ source }) => SOURCES.find(({ id }) => id === source));
  if (named.some((source) => source?.isSimulated === true)) return 'simulated';
  return named.some((source) => source?.isLocal === true) ? 'local' : 'venues';
}
