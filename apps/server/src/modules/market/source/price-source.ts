import type { SourceQuote } from '@app/domain/market';

/** Where prices come from: the simulator, or one venue. */
export type PriceSource = {
  readonly isSimulated: boolean;
  start(): Promise<void> | void;
  /** What was said since the last call; never waits, never throws. */
  take(nowMs: number): readonly SourceQuote[];
  close(): Promise<void>;
};
