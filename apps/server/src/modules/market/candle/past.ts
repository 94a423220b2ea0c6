import type { Market, Period } from '@app/domain/market';

export type Span = {
  readonly period: Period;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
};

/** A market, and the start of its own prices: the length of the past is counted back from there. */
export type Past = { readonly market: Market; readonly endMs: number };

/** Whether a caller can do without the past: a chart can for once, a consumer that stores figures cannot. */
export type Patience = 'waits' | 'goes_without';

export type Question = { readonly past: Past; readonly span: Span; readonly patience: Patience };
