import type { Market, SourceQuote, Tick } from '@app/domain/market';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { checkBlocks } from '@app/verifier';
import { readBlocks, type SealedBlock } from '../src/modules/market/block/index.ts';
import { createFeed } from '../src/modules/market/feed/create-feed.ts';
import { readMarkets } from '../src/modules/market/market.store.ts';
import type { PriceSource } from '../src/modules/market/source/index.ts';
import { receiptEvidence } from '../src/modules/proof/index.ts';
import type { Bus } from '../src/platform/bus/bus.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import type { KeyRing } from '../src/platform/process/key-ring.ts';
import { openScopedBus } from './bus-testbed.ts';
import { atTheEnd, openTestbed, silent, type Testbed, testKeys } from './testbed.ts';

export { readBlocks };

/** Source that quotes one price for every market on each poll, until it is silenced. */
export type Puppet = PriceSource & { isTalking: boolean; calls: number };

/** Volume each of the three venues has traded since the last poll. */
export const VOLUME_PER_QUOTE = parseDecimal<Amount>('1');

export function createPuppet(markets: readonly Market[]): Puppet {
  const quotesAt = (nowMs: number): SourceQuote[] =>
    markets.flatMap(({ id }) =>
      [1, 2, 3].map((source) => ({
        market: id,
        source,
        price: parseDecimal<Price>(`${100 + id}`),
        atMs: nowMs,
        volume: VOLUME_PER_QUOTE,
      })),
    );
  const puppet: Puppet = {
    isSimulated: true,
    isTalking: true,
    calls: 0,
    start: () => {},
    take: (nowMs) => {
      puppet.calls += 1;
      return puppet.isTalking ? quotesAt(nowMs) : [];
    },
    close: () => Promise.resolve(),
  };
  return puppet;
}

export type FeedTestbed = Testbed & {
  readonly markets: readonly Market[];
  /** Published blocks, in the order received. */
  readonly published: readonly { readonly number: number; readonly hash: string }[];
  readonly bus: Bus;
  start(how?: How): Promise<Started>;
  blocks(): Promise<readonly SealedBlock[]>;
};

type How = {
  readonly source?: PriceSource;
  readonly sources?: readonly PriceSource[];
  readonly bus?: Bus;
  readonly url?: string;
  readonly keys?: KeyRing;
};
export type Started = {
  state(): string;
  check(): readonly string[];
  /** Stops cleanly. */
  stop(): Promise<void>;
  /** Acts like `kill -9`: nothing more reaches the database, and nothing was released. */
  kill(): Promise<void>;
};

/** Opens its own database and bus subject space, with three markets: two that always trade, one of a stock exchange. */
export async function openFeedTestbed(): Promise<FeedTestbed> {
  const testbed = await openTestbed('feed');
  const all = await readMarkets(testbed.db);
  const stock = all.find(({ hours }) => hours === 'us_stock');
  const markets = [...all.slice(0, 2), ...(stock ? [stock] : [])];
  const bus = await openScopedBus(testbed.database.name);
  const published: { number: number; hash: string }[] = [];
  bus.listen('prices.block', (message) => published.push(message as (typeof published)[number]));
  const start = (how: How = {}) => startFeed({ ...testbed, markets, bus }, how);
  return {
    ...testbed,
    markets,
    published,
    bus,
    start,
    blocks: () => readBlocks(testbed.db, { from: 1, to: 1_000_000 }),
  };
}

type FeedParts = Pick<FeedTestbed, 'database' | 'markets' | 'bus'>;

/** Starts a feed on a database and a bus; `openFeedTestbed` has its own. */
export async function startFeed({ database, markets, bus }: FeedParts, how: How): Promise<Started> {
  const open = (url: string, connectionsMax: number) => openDatabase({ url, connectionsMax }, silent);
  const sealing = open(how.url ?? database.urlOf('feed'), 1);
  const readPool = open(database.urlOf('feed'), 3);
  const sources = how.sources ?? [how.source ?? createPuppet(markets)];
  const keys = how.keys ?? testKeys;
  const feed = await createFeed({
    db: sealing.db,
    readPool: readPool.db,
    bus: how.bus ?? bus,
    log: silent,
    keys,
    sources,
    markets,
    evidence: receiptEvidence,
  });
  const ending = new AbortController();
  const running = feed.run(ending.signal);
  let isOver = false;
  const end = async (beforehand: () => Promise<unknown>) => {
    if (isOver) return;
    isOver = true;
    await beforehand();
    ending.abort();
    await running;
    await Promise.all([sealing.close(), readPool.close()].map((closing) => closing.catch(() => {}))); // May be closed already.
  };
  const kill = () => end(() => Promise.all([sealing.pool.end(), readPool.pool.end()]));
  const stop = () => end(() => Promise.resolve());
  atTheEnd(stop);
  return { state: () => feed.describe().lease, check: feed.check, stop, kill };
}

/** Runs every public check on the whole chain, and checks that each market's numbers have no gap. */
export async function findFaults(testbed: FeedTestbed): Promise<readonly unknown[]> {
  const blocks = await testbed.blocks();
  const { rows } = await testbed.as('app').pool.query('select id, public_key, from_block from price_key');
  const keys = rows.map((row) => ({
    id: row.id as string,
    publicKey: new Uint8Array(row.public_key as Buffer),
    fromBlock: Number(row.from_block),
  }));
  return await checkBlocks({ from: 1, to: blocks.length, blocks, keys, heads: [] });
}

export const ticksOf = (blocks: readonly SealedBlock[], market: number): Tick[] =>
  blocks.flatMap(({ ticks }) => ticks.filter((tick) => tick.market === market));
