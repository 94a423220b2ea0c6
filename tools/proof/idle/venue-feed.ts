import type { SourceQuote } from '@app/domain/market';
import { createFeed, createSimulator, readMarkets } from '@app/server/modules/market';
import { openBus } from '@app/server/platform/bus/bus';
import { openDatabase } from '@app/server/platform/db/database';
import { readFeedConfig } from '@app/server/platform/process/config';
import { openKeyRing } from '@app/server/platform/process/key-ring';
import { openLog } from '@app/server/platform/process/log';
import { answerHealth, listen } from '@app/server/platform/process/process';
import { untilStopped } from '@app/server/platform/process/stop';

/**
 * Feed that publishes simulated prices under the names of two venues, because without network access the house quotes
 * in real mode only this way. For a test rig's private database only.
 */
const VENUES = new Map([
  [1, 11],
  [2, 12],
]);
const asVenue = (quote: SourceQuote): SourceQuote[] => {
  const source = VENUES.get(quote.source);
  return source === undefined ? [] : [{ ...quote, source }];
};

const config = readFeedConfig();
const log = openLog('feed', config.LOG_LEVEL);
const sealing = openDatabase({ url: config.DATABASE_URL, connectionsMax: 1, name: 'feed' }, log);
const readPool = openDatabase({ url: config.DATABASE_URL, connectionsMax: 3, name: 'feed-reads' }, log);
const bus = openBus(config.NATS_URL, 'feed', log);
const markets = await readMarkets(readPool.db);
const simulator = createSimulator({ markets, seed: config.FEED_SEED });
const source = { ...simulator, isSimulated: false, take: (nowMs: number) => simulator.take(nowMs).flatMap(asVenue) };
const feed = await createFeed({
  db: sealing.db,
  readPool: readPool.db,
  bus,
  log,
  markets,
  tickEveryMs: config.FEED_TICK_EVERY_MS,
  keys: openKeyRing(config.MASTER_KEYS),
  sources: [source],
});
const health = await listen(answerHealth([]), { port: config.HEALTH_PORT });
await untilStopped(config.SHUTDOWN_GRACE_MS, log, feed.run);
health.close();
await bus.close();
await Promise.all([sealing.close(), readPool.close()]);
