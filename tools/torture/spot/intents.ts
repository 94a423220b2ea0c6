import type { Mode } from '@app/domain/ledger';

export type Request =
  | {
      readonly kind: 'limit';
      readonly side: 'buy' | 'sell';
      readonly price: string;
      readonly quantity: string;
      readonly force: 'gtc' | 'ioc' | 'post';
    }
  | { readonly kind: 'market'; readonly side: 'sell'; readonly quantity: string }
  | { readonly kind: 'market'; readonly side: 'buy'; readonly budget: string };

/** Client request, permanently identified by its idempotency key. */
export type Intent = { readonly key: string; readonly user: number; readonly mode: Mode } & (
  | {
      readonly name: 'spot.place';
      readonly market: number;
      readonly request: Request;
      /** Sized as the Lite form does: by what the user wants to get, at the price shown. */
      readonly isLite: boolean;
    }
  | { readonly name: 'spot.cancel'; readonly order: string }
  | { readonly name: 'spot.cancelAll' }
);

/** Recorded part of an answer: enough to check the engine against it. */
export type Answer = {
  readonly id?: string;
  readonly status?: string;
  readonly filled?: string;
  readonly cost?: string;
  readonly fee?: string;
};
