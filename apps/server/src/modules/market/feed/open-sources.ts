import type { Market } from '@app/domain/market';
import type { Log } from '../../../platform/process/log.ts';
import { createSimulator, createVenue, type PriceSource } from '../source/index.ts';

export type SourcesWanted = {
  readonly kind: 'simulator' | 'venues';
  /** Seed of the simulator. */
  readonly seed: string;
  readonly markets: readonly Market[];
  readonly log: Log;
};

/** Opens this process's price sources: all from the simulator or all from live venues, never both. */
export function openSources({ kind, seed, markets, log }: SourcesWanted): readonly PriceSource[] {
  if (kind === 'simulator') return [createSimulator({ markets, seed })];
  return (['binance', 'kraken'] as const).map((name) => createVenue(name, { markets, log }));
}
