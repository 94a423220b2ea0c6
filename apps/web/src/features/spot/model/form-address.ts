import { SIDES, type Side } from '@app/domain/spot';

/** What a link to the form asks for. */
export const sideIn = (fields: URLSearchParams): Side | undefined => SIDES.find((side) => side === fields.get('side'));
export const priceIn = (fields: URLSearchParams): string | undefined => fields.get('price') ?? undefined;

/** Asked for once: whoever comes back finds the price that was typed since. */
export const withoutPrice = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].filter(([name]) => name !== 'price'));

/** The side that was chosen, so that a reload or the way back does not turn it; all else stays as it was. */
export function withSideIn(fields: URLSearchParams, side: Side): URLSearchParams {
  const next = withoutPrice(fields);
  next.set('side', side);
  return next;
}
