import { WORTH_CURRENCY } from './worth.ts';

/** Returns the decimal places shown on screens (spec 9), truncated: five, and two for the dollar coin. */
export const shownPlaces = (currency: string): number => (currency === WORTH_CURRENCY ? 2 : 5);
