import { PERIODS, type Tick } from '@app/domain/market';
import { createCandleKeeper, openPriceKey, readChain, readMarkets, sealBlock } from '@app/server/modules/market';
import { receiptEvidence } from '@app/server/modules/proof';
import { transactOn } from '@app/server/platform/db/transact';
import { openKeyRing } from '@app/server/platform/process/key-ring';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { createDeaths } from './candles/keepers.ts';
import { type Bars, barNamesOf, differences, readStored, recompute } from './candles/recompute.ts';
import { walkWeek } from './candles/week.ts';
import { type Testbed, withTestbed } from './testbed.ts';

/** Start of the week, a Saturday: it covers closed venues and the last day of a month. */
const WEEK_MS = Date.UTC(2025, 7, 30);
const BATCH_MAX = 60;

/** Proves that bars stay correct whenever the candle keeper is killed. */
export const candles: Trial = {
  name: 'candles',
  claim: 'A week of ticks of 65 markets, their keeper killed again and again: every bar equals a recomputation.',
  touches: ['apps/server/src/modules/market/', 'packages/domain/src/market/'],
  seconds: 35,
  run: (options) => withTestbed('proof-candles', (testbed) => prove(testbed, options)),
};

async function prove(testbed: Testbed, { short, seed, print }: TrialOptions) {
  const feed = testbed.as('feed');
  const root = testbed.as('postgres');
  const deaths = createDeaths({ feed, root, random: seeded(seed) });
  const ticks = await sealWeek(testbed, {
    everyMinutes: short ? 15 : 1,
    random: seeded(seed + 1),
    after: deaths.after,
  });
  await createCandleKeeper({ db: feed.db }).flush(); // The last keeper.
  print(
    `keepers: ${Object.entries(deaths.counts)
      .map(([end, count]) => `${count} ${end}`)
      .join(', ')}`,
  );
  const stored = await readStored(root);
  const wrong = differences(stored, recompute(ticks));
  const isChecked = checkTheChecker(stored, ticks, print);
  const neverHappened = Object.entries(deaths.counts).flatMap(([end, count]) => (count === 0 ? [end] : []));
  if (neverHappened.length > 0) print(`never happened: ${neverHappened.join(', ')}`);
  return {
    holds: wrong.length === 0 && isChecked && neverHappened.length === 0 && stored.size > 0,
    figure: `${ticks.length} ticks, ${stored.size} bars, ${wrong.length} wrong${wrong.length > 0 ? `: ${wrong.slice(0, 3).join('; ')}` : ''}`,
  };
}

/** Checks the checker, which proves nothing unless it can fail: with one tick left out, its nine bars must differ. */
function checkTheChecker(stored: Bars, ticks: readonly Tick[], print: TrialOptions['print']): boolean {
  const left = ticks.findIndex(({ volume }, index) => index >= Math.floor(ticks.length / 2) && volume > 0n);
  const missed = differences(stored, recompute(ticks.toSpliced(left, 1)));
  const expected = ticks.slice(left, left + 1).flatMap(barNamesOf);
  print(`with one tick left out of the recomputation ${missed.length} bars differ`);
  return expected.length === PERIODS.length && expected.every((name) => missed.includes(name));
}

type Sealing = {
  readonly everyMinutes: number;
  readonly random: (end: number) => number;
  readonly after: ReturnType<typeof createDeaths>['after'];
};

/** Seals the week into blocks like the feed, several at a time, and passes them to the candle keepers. */
async function sealWeek(testbed: Testbed, { everyMinutes, random, after }: Sealing): Promise<readonly Tick[]> {
  const { db } = testbed.as('feed');
  const transact = transactOn(db);
  const keys = openKeyRing([{ id: 'proof', key: Buffer.alloc(32, 1) }]);
  const signer = await transact((tx) => openPriceKey(tx, keys));
  const week = walkWeek({ markets: await readMarkets(db), everyMinutes, fromMs: WEEK_MS });
  const all: Tick[] = [];
  for (let chain = await readChain(db), isOver = false; !isOver; ) {
    const batch = nextOf(week, 1 + random(BATCH_MAX));
    isOver = batch.length === 0;
    const blocks = await transact(async (tx) => {
      const sealed = [];
      for (const ticks of batch) {
        const next = await sealBlock(tx, chain, { atMs: Date.now(), ticks, signer, evidence: receiptEvidence });
        chain = next.chain;
        sealed.push(next.block);
      }
      return sealed;
    });
    if (blocks.length > 0) await after(blocks);
    for (const block of blocks) all.push(...block.ticks);
  }
  return all;
}

/** Takes up to `count` items; `Iterator.take` would close the iterator after the first batch. */
function nextOf<Item>(items: Iterator<Item>, count: number): readonly Item[] {
  const batch: Item[] = [];
  while (batch.length < count) {
    const { done, value } = items.next();
    if (done) break;
    batch.push(value);
  }
  return batch;
}
