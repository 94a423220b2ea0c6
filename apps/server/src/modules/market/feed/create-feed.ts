import type { Registry } from 'prom-client';
import { type Loop, runLoop } from '../../../platform/process/loop.ts';
import { createSettings } from '../../reference/index.ts';
import { type CandleKeeper, checkCandles, createCandleKeeper } from '../candle/keep-candles.ts';
import { keepFiatRates } from '../fiat/keep-fiat-rates.ts';
import { type Feed, type FeedDeps, openFeed } from './feed.ts';
import { readFeedRules } from './feed-rules.ts';
import { keepSealing } from './keep-sealing.ts';
import { checkFeed, describeFeed, measureFeed } from './measure-feed.ts';

/** A process that makes prices while it holds the lease, and otherwise waits for it. */
export type RunningFeed = {
  /** Runs until the signal aborts: finishes the current round, releases the lease and writes the candles. */
  run(signal: AbortSignal): Promise<void>;
  /** Returns the health problems. */
  check(): readonly string[];
  describe(): ReturnType<typeof describeFeed>;
  /** Adds its metrics to those of the process. */
  measure(registry: Registry): void;
};

export async function createFeed(deps: FeedDeps): Promise<RunningFeed> {
  const { readPool, sources, log } = deps;
  const settings = createSettings(readPool);
  const keeper = createCandleKeeper({ db: readPool, log });
  const readRules = () => readFeedRules(settings, deps);
  const feed = openFeed(deps, await readRules(), (block) => keeper.take([block]));
  const refresh = async () => {
    feed.rules = await readRules();
  };
  const run = async (signal: AbortSignal) => {
    await Promise.all(sources.map((source) => source.start()));
    const loops = [{ name: 'rules', everyMs: 1_000, work: refresh }, ...ownersWork(feed, keeper)];
    await Promise.all([keepSealing(feed, signal), ...loops.map((loop) => runLoop(loop, signal, log))]);
    await Promise.all(sources.map((source) => source.close()));
    await keeper.flush().catch((error: unknown) => log.warn({ err: error }, 'candles.flush_failed'));
  };
  return {
    run,
    check: () => [...checkFeed(feed), ...(feed.leadership === undefined ? [] : checkCandles(keeper))],
    describe: () => describeFeed(feed),
    measure: (registry) => measureFeed(feed, registry),
  };
}

/** Returns the owner's other loops, on other connections; two feeds running them at once for a moment is harmless. */
function ownersWork(feed: Feed, keeper: CandleKeeper): readonly Loop[] {
  const { readPool: db, markets } = feed;
  const keepRates = async () => {
    const lastTicks = feed.leadership?.ready?.chain.lastTicks;
    if (lastTicks !== undefined) await keepFiatRates({ db, markets }, lastTicks);
  };
  const keepCandles = async () => {
    if (feed.leadership !== undefined) await keeper.flush();
  };
  return [
    { name: 'candles', everyMs: 5_000, work: keepCandles },
    { name: 'fiat', everyMs: 10_000, work: keepRates },
  ];
}
