import type { LitePreview } from './lite-preview.ts';
import type { MarketOrderRequest } from './lite-request.ts';

type Facts = {
  readonly isPending: boolean;
  /** An order was sent, and nobody knows what became of it. */
  readonly isUnknown: boolean;
  readonly preview: LitePreview | undefined;
};
type Begun = { readonly kind: 'nothing' | 'ask' } | { readonly kind: 'review'; readonly request: MarketOrderRequest };

/** What the button begins: an open question is put again before there is another order, and nothing that would be refused. */
export function liteBeginOf({ isPending, isUnknown, preview }: Facts): Begun {
  if (isPending) return { kind: 'nothing' };
  if (isUnknown) return { kind: 'ask' };
  const { request, refusal } = preview ?? {};
  return request === undefined || refusal !== undefined ? { kind: 'nothing' } : { kind: 'review', request };
}
