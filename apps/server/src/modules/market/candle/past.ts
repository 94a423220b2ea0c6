import type { Market, Period } from '@app/domain/market';

export type Span = {
  readonly period: Period;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
};

/** A market, and when its own prices began: how far back the past goes is counted from there. */
export type Past = { readonly market: Market; readonly endMs: number };

/** Who asks for a picture can do without the past for once; who keeps figures cannot. */
export type Patience = 'waits' | 'goes_without';

export type Question = { readonly past: Past; readonly span: Span; readonly patience: Patience };
