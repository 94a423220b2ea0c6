import { feesAt, levelFor, spotRulesOf } from '@app/domain/spot';
import { type Amount, add, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import { fillsSettled } from '@app/protocol/events';
import type { readFeeLevel as route } from '@app/protocol/spot';
import * as z from 'zod/mini';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { OutboxEvent } from '../../platform/db/outbox.ts';
import type { Consumer } from '../../platform/db/outbox-consumer.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { MalformedSetting, type Settings } from '../reference/index.ts';
import * as store from './fee-level.store.ts';
import { timeOf } from './id-range.ts';

type Deps = { readonly db: Db; readonly settings: Settings };

/**
 * Returns the level the engine charges, and the volume it was given for; a user without one gets their volume so far.
 */
export async function readFeeLevel({ db, settings }: Deps, userId: bigint): Promise<Output<typeof route>> {
  const rules = await spotRulesOf(settings.read);
  const ranked = await store.findLevel(db, userId);
  const level = ranked?.level ?? 0;
  const volume = ranked?.volume ?? (await store.sumVolumes(db, [userId]))[0]?.volume ?? ZERO;
  return { level, volume, ...feesAt(level, rules) };
}

/**
 * Creates the outbox consumer that sums each user's real-money volume by UTC day and raises their level with it. Sums
 * and cursor move in one transaction, so every fill counts once, whatever fails.
 */
export const createVolumeConsumer = (settings: Settings): Consumer => ({
  name: 'spot.volumes',
  startAt: 'all',
  handle: async (tx, events) => {
    const firstDay = await store.findFirstDay(tx);
    const volumes = volumesOf(await readFills(events)).filter(({ day }) => day >= firstDay);
    if (volumes.length === 0) return;
    await store.lockLevels(tx);
    await store.addVolumes(tx, volumes);
    // Rules that cannot be read must not cost a sum: the levels follow with the next round of all traders.
    await rank(tx, settings, [...new Set(volumes.map(({ userId }) => userId))]).catch((error: unknown) => {
      if (!(error instanceof MalformedSetting)) throw error;
    });
  },
});

type Settled = z.output<typeof fillsSettled.schema>['fills'];

/** Currency in which volume is counted; a market quoted in another would first have to be valued. */
const COUNTED_IN = 'USDT';

/** Reads the fills that count towards a level. */
async function readFills(events: readonly OutboxEvent[]): Promise<Settled> {
  const settled = events.filter(({ topic }) => topic === fillsSettled.topic);
  const batches = await Promise.all(settled.map(({ payload }) => z.parseAsync(fillsSettled.schema, payload)));
  const real = batches.flatMap(({ book, fills }) => (book === 'real' ? fills : []));
  return real.filter(({ quote }) => quote === COUNTED_IN);
}

/** Sums both sides of each fill by user and day. The time in its id is that of the fill, by the engine's clock. */
function volumesOf(fills: Settled): readonly store.DayVolume[] {
  const sums = new Map<string, store.DayVolume>();
  for (const { id, taker, maker, cost } of fills) {
    const day = new Date(timeOf(id)).toISOString().slice(0, 10);
    for (const userId of [taker, maker]) if (userId !== null) addTo(sums, { userId, day, volume: cost });
  }
  return [...sums.values()];
}

function addTo(sums: Map<string, store.DayVolume>, { userId, day, volume }: store.DayVolume): void {
  const key = `${userId} ${day}`;
  sums.set(key, { userId, day, volume: add(sums.get(key)?.volume ?? (ZERO as Amount), volume) });
}

async function rank(tx: Tx, settings: Settings, userIds: readonly bigint[]): Promise<void> {
  const levels = await withLevels(await store.sumVolumes(tx, userIds), settings);
  const atZero = levels.filter(({ level }) => level === 0).map(({ userId }) => userId);
  await store.writeLevels(tx, levels);
  await store.deleteLevels(tx, { only: atZero });
}

async function withLevels(volumes: readonly store.TraderVolume[], settings: Settings) {
  const rules = await spotRulesOf(settings.read);
  return volumes.map((it) => ({ ...it, level: levelFor(it.volume, rules) }));
}

/**
 * Sets every level from the sums of the last thirty days: the only way a level falls when days leave the window, or
 * changes with the rules.
 */
export async function rankTraders(db: Db, settings: Settings): Promise<void> {
  const { feeLevels } = await spotRulesOf(settings.read);
  const [, first] = feeLevels;
  await transactOn(db)(async (tx) => {
    await store.lockLevels(tx);
    const volumes = first === undefined ? [] : await store.sumLargeVolumes(tx, first.volume);
    await store.writeLevels(tx, await withLevels(volumes, settings));
    await store.deleteLevels(tx, { allBut: volumes.map(({ userId }) => userId) });
    await store.deleteOldVolumes(tx);
  });
}
