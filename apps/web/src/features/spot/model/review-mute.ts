import type { OrderForm } from './form-state.ts';

type Kind = OrderForm['kind'];

/** As long as the tab lives, and for one user in one book: nobody else agreed to it. */
const muted = new Set<string>();
const nameOf = (scope: string, kind: Kind) => `${scope} ${kind}`;

/** "Don’t show again in this session", for orders of one kind. */
export const muteReview = (scope: string, kind: Kind): void => void muted.add(nameOf(scope, kind));

type Wanted = { readonly confirmSpotLimit: boolean; readonly confirmSpotMarket: boolean };

/** Whether an order is shown once more before it is sent. */
export const wantsReview = (scope: string, kind: Kind, { confirmSpotLimit, confirmSpotMarket }: Wanted): boolean =>
  (kind === 'limit' ? confirmSpotLimit : confirmSpotMarket) && !muted.has(nameOf(scope, kind));
