import { SIDES, type Side } from '@app/domain/spot';

/** Returns the side a link sets. */
export const sideIn = (fields: URLSearchParams): Side | undefined => SIDES.find((side) => side === fields.get('side'));
export const priceIn = (fields: URLSearchParams): string | undefined => fields.get('price') ?? undefined;

/** Removes the price from the URL, so returning to the page keeps the price typed since. */
export const withoutPrice = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].filter(([name]) => name !== 'price'));

/** Puts the chosen side into the URL, so a reload or back navigation keeps it; keeps the other fields. */
export function withSideIn(fields: URLSearchParams, side: Side): URLSearchParams {
  const next = withoutPrice(fields);
  next.set('side', side);
  return next;
}
