import { randomBytes } from 'node:crypto';
import { SOURCES } from '@app/domain/market';
import { type Amount, type Price, parseDecimal, ZERO } from '@app/money';
import { createFeed, readMarkets } from '@app/server/modules/market';
import { receiptEvidence } from '@app/server/modules/proof';
import { openBus } from '@app/server/platform/bus/bus';
import { openDatabase } from '@app/server/platform/db/database';
import { openKeyRing } from '@app/server/platform/process/key-ring';
import { openLog } from '@app/server/platform/process/log';
import type { FreshDatabase } from '@app/testkit';
import type { Prices, RigMarket } from './prices.ts';

/** Formats a whole number of steps as text, without floating point. */
export function decimal(steps: number, places: number): string {
  if (places === 0) return String(steps);
  const digits = String(steps).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Live venues, neither simulated nor local: real money may trade at their prices too. */
const VENUES = SOURCES.filter(({ isSimulated, isLocal }) => !isSimulated && !isLocal);

export type PriceFeed = {
  /** Stops and closes the feed. */
  stop(): Promise<void>;
};

type FeedPlan = {
  readonly database: FreshDatabase;
  readonly natsUrl: string;
  readonly markets: readonly RigMarket[];
  readonly prices: Prices;
  /** While true all venues are silent and no price is sealed: nothing trades without a client's request. */
  readonly isQuiet: () => boolean;
};

/** Runs the product's feed inside the rig; all venues quote the price that the rig computes. */
export async function startFeed(plan: FeedPlan): Promise<PriceFeed> {
  const { database, natsUrl, markets, prices, isQuiet } = plan;
  const log = openLog('feed', 'silent');
  const sealing = openDatabase({ url: database.urlOf('feed'), connectionsMax: 1, name: 'feed' }, log);
  const readPool = openDatabase({ url: database.urlOf('feed'), connectionsMax: 2, name: 'feed-reads' }, log);
  const bus = openBus({ url: natsUrl, name: 'feed', log });
  const traded = new Set<number>(markets.map(({ id }) => id));
  const feed = await createFeed({
    db: sealing.db,
    readPool: readPool.db,
    bus,
    evidence: receiptEvidence,
    log,
    keys: openKeyRing([{ id: 'rig', key: randomBytes(32) }]),
    markets: (await readMarkets(readPool.db)).filter(({ id }) => traded.has(id)),
    sources: [
      {
        isSimulated: false,
        start: () => {},
        take: (nowMs) =>
          markets.flatMap((market) =>
            isQuiet() || prices.silent.has(market.id) ? [] : quotesOf(prices, market, nowMs),
          ),
        close: () => Promise.resolve(),
      },
    ],
  });
  const stopping = new AbortController();
  const running = feed.run(stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await bus.close();
      await Promise.all([sealing.close(), readPool.close()]);
    },
  };
}

function quotesOf(prices: Prices, market: RigMarket, atMs: number) {
  const price = parseDecimal<Price>(decimal(prices.ticksOf(market, atMs), market.pricePlaces));
  return VENUES.map(({ id }) => ({ market: market.id, source: id, price, volume: ZERO as Amount, atMs }));
}
