import { WORTH_CURRENCY } from './worth.ts';

/** Amounts are cut to five places on screens (spec 9); the dollar coin has two. */
export const shownPlaces = (currency: string): number => (currency === WORTH_CURRENCY ? 2 : 5);
