import type { Book } from '@app/domain/ledger';
import type { Checkpoint } from '@app/server/engine/shard-parts';

/** What the rig and the engines it starts agree on. */
export const MARKETS = [
  { id: 1, base: 'BTC', midTicks: 6_000_000, pricePlaces: 2, lotPlaces: 5, lots: { min: 20, max: 400 } },
  { id: 2, base: 'ETH', midTicks: 300_000, pricePlaces: 2, lotPlaces: 4, lots: { min: 100, max: 2_000 } },
  { id: 6, base: 'DOGE', midTicks: 20_000, pricePlaces: 5, lotPlaces: 0, lots: { min: 100, max: 3_000 } },
] as const;
export const QUOTE = 'USDT';

/** Eighteen places, so that no fill's fee is exact and every one has something to round. */
export const FEE_LEVELS = [
  { volume: '0', maker: '0.000999999999999937', taker: '0.001499999999999971' },
  { volume: '100000', maker: '0.000799999999999983', taker: '0.001199999999999951' },
] as const;

/** An order for so much fails in `decide`, whoever sends it. */
export const POISON_QUANTITY = '0.66666';

/** Builds with one fault put in; each must be found out. `none` is the product. */
export type InjectedFault =
  | 'none'
  | 'answer-before-commit'
  | 'no-epoch-check'
  | 'no-idempotency'
  | 'fee-rounded-down'
  | 'reload-forgets';

export const SHARDS: Readonly<Record<Book, string>> = { real: 'spot-real', demo: 'spot-demo' };

/** Where an engine is to stop: it dies there, or waits inside until it is told to go on. */
export type Trap = {
  readonly point: Checkpoint;
  readonly shard: string;
  /** How often it passes before that. */
  readonly skip: number;
  readonly action: 'die' | 'hold';
  /** It dies so much later, in the middle of what follows. */
  readonly delayMs?: number;
};

export type Order =
  | { readonly kind: 'trap'; readonly trap: Trap }
  | { readonly kind: 'untrap' }
  | { readonly kind: 'go on' }
  | { readonly kind: 'compare'; readonly number: number };

/** A shard's books as they are in memory, and as a fresh load finds them. */
export type Comparison = { readonly shard: string; readonly live: string; readonly fresh: string };

/** What an engine tells the rig. */
export type EngineMessage =
  | { readonly kind: 'ready'; readonly stoodIn: readonly string[] }
  | { readonly kind: 'loaded'; readonly shard: string }
  | { readonly kind: 'holding'; readonly trap: Trap }
  | { readonly kind: 'poisoned'; readonly batch: number }
  | { readonly kind: 'compared'; readonly number: number; readonly books: readonly Comparison[] };
