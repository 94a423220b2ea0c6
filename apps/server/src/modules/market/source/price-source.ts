import type { SourceQuote } from '@app/domain/market';

/** A source of prices: the simulator, or one venue. */
export type PriceSource = {
  readonly isSimulated: boolean;
  start(): Promise<void> | void;
  /** Returns the quotes since the last call; never waits, never throws. */
  take(nowMs: number): readonly SourceQuote[];
  close(): Promise<void>;
};
