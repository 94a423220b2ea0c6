import { SOURCES } from '@app/domain/market';
import type { Price } from '@app/money';
import { fromHex, readTicks, type SealedTick } from '@app/verifier';

/** The tick that the signed bytes say, or nothing where they say none. */
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
  /** Undefined for a venue that this version of the app does not know. */
  readonly name: (typeof SOURCES)[number]['name'] | undefined;
  readonly price: Price;
  readonly ageMs: number;
  readonly isMiddle: boolean;
};

/** What each venue had said, the highest first; the middle one, the lower of two, is the price. */
export function venuesOf({ sources }: SealedTick): VenueQuote[] {
  const sorted = [...sources].sort((a, b) => (a.price < b.price ? -1 : 1));
  const middle = (sorted.length - 1) >> 1;
  return sorted
    .map(({ source, price, ageMs }, index) => ({
      id: source,
      name: SOURCES.find(({ id }) => id === source)?.name,
      price: price as Price,
      ageMs,
      isMiddle: index === middle, // Whole numbers of 10⁻¹⁸, as ours are.
    }))
    .reverse();
}

/** One simulated venue is enough: the price is then no market's. */
export const isSimulated = ({ sources }: SealedTick): boolean =>
  sources.some(({ source }) => SOURCES.find(({ id }) => id === source)?.isSimulated === true);
