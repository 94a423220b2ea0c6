import type { LitePreview } from './lite-preview.ts';
import type { MarketOrderRequest } from './lite-request.ts';

type Facts = {
  readonly isPending: boolean;
  /** An order was sent and its outcome is unknown. */
  readonly isUnknown: boolean;
  readonly preview: LitePreview | undefined;
};
type Begun = { readonly kind: 'nothing' | 'ask' } | { readonly kind: 'review'; readonly request: MarketOrderRequest };

/**
 * Returns what the button starts: an unknown outcome is resolved before another order, and an order that would be
 * refused is not started.
 */
export function liteBeginOf({ isPending, isUnknown, preview }: Facts): Begun {
  if (isPending) return { kind: 'nothing' };
  if (isUnknown) return { kind: 'ask' };
  const { request, refusal } = preview ?? {};
  return request === undefined || refusal !== undefined ? { kind: 'nothing' } : { kind: 'review', request };
}
