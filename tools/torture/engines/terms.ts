import type { Checkpoint } from '@app/server/engine/leadership';

/** Point at which an engine stops: it dies there, or waits inside until released. */
export type Trap = {
  readonly point: Checkpoint;
  readonly shard: string;
  /** Number of passes before it triggers. */
  readonly skip: number;
  readonly action: 'die' | 'hold';
  /** Delay before it dies, during what follows. */
  readonly delayMs?: number;
};

export type Order =
  | { readonly kind: 'trap'; readonly trap: Trap }
  | { readonly kind: 'untrap' }
  | { readonly kind: 'go on' }
  | { readonly kind: 'compare'; readonly number: number };

/** State of a shard in memory, and after a fresh load, each as one text. */
export type Comparison = { readonly shard: string; readonly live: string; readonly fresh: string };

/** Message from an engine to the rig. */
export type EngineMessage =
  | { readonly kind: 'ready'; readonly stoodIn: readonly string[] }
  | { readonly kind: 'loaded'; readonly shard: string }
  | { readonly kind: 'holding'; readonly trap: Trap }
  | { readonly kind: 'poisoned'; readonly batch: number }
  | { readonly kind: 'compared'; readonly number: number; readonly books: readonly Comparison[] };

/** Draws a whole number below an end. */
export type Below = (end: number) => number;
