import type { OrderForm } from './form-state.ts';

type Kind = OrderForm['kind'];

/** Muted reviews, kept until the tab closes, per user and mode: the choice applies to that user only. */
const muted = new Set<string>();
const nameOf = (scope: string, kind: Kind) => `${scope} ${kind}`;

/** Applies "Don’t show again in this session" to orders of one kind. */
export const muteReview = (scope: string, kind: Kind): void => void muted.add(nameOf(scope, kind));

type Wanted = { readonly confirmSpotLimit: boolean; readonly confirmSpotMarket: boolean };

/** Reports whether an order is reviewed before it is sent. */
export const wantsReview = (scope: string, kind: Kind, { confirmSpotLimit, confirmSpotMarket }: Wanted): boolean =>
  (kind === 'limit' ? confirmSpotLimit : confirmSpotMarket) && !muted.has(nameOf(scope, kind));
