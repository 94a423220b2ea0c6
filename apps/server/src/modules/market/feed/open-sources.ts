import { expectDefined } from '@app/base';
import type { Market } from '@app/domain/market';
import type { Log } from '../../../platform/process/log.ts';
import { createSimulator, createVenue, type PriceSource } from '../source/index.ts';

export type SourcesWanted = {
  readonly kind: 'simulator' | 'venues' | 'local';
  /** Seed of the simulator. */
  readonly seed: string;
  /** Address of the local venues. */
  readonly localUrl?: string | undefined;
  readonly markets: readonly Market[];
  readonly log: Log;
};

/** Local venues and the protocols they speak; the real ones are in their place in production. */
const LOCAL = { 'local-a': 'binance', 'local-b': 'kraken', 'local-c': 'binance' } as const;

/**
 * Opens this process's price sources: all from the simulator, all from live venues, or all from local ones. A local
 * venue is read by the adapter of a real one, and never in its name.
 */
export function openSources({ kind, seed, localUrl, markets, log }: SourcesWanted): readonly PriceSource[] {
  if (kind === 'simulator') return [createSimulator({ markets, seed })];
  if (kind === 'venues')
    return (['binance', 'kraken'] as const).map((protocol) => createVenue(protocol, { markets, log }));
  const url = expectDefined(localUrl, 'the address of the local venues');
  log.warn({ address: url }, 'feed.local_venues');
  return Object.entries(LOCAL).map(([name, protocol]) =>
    createVenue(protocol, { markets, log, name: name as keyof typeof LOCAL, urls: { rest: `${url}/${name}` } }),
  );
}
