import { explainDemoMoney, sweepAuth } from '../modules/auth/index.ts';
import type { ExternalReason, FrozenReason } from '../modules/ledger/index.ts';
import { sweepDayResults } from '../modules/limits/index.ts';
import { sweepBlocks, sweepCandles } from '../modules/market/index.ts';
import { sweepMedia } from '../modules/media/index.ts';
import { createNoticePushes, sweepMessages, sweepNotices } from '../modules/notify/index.ts';
import { checkReceipts } from '../modules/proof/index.ts';
import type { Settings } from '../modules/reference/index.ts';
import { createVolumeConsumer, explainFrozen, rankTraders } from '../modules/spot/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Db } from '../platform/db/database.ts';
import type { Consumer } from '../platform/db/outbox-consumer.ts';
import type { TimerEffect } from '../platform/db/timer-runner.ts';
import type { Log } from '../platform/process/log.ts';
import type { Loop } from '../platform/process/loop.ts';

/** What the worker gives every feature. */
export type WorkerDeps = {
  readonly db: Db;
  readonly settings: Settings;
  readonly bus: Bus | undefined;
  readonly mediaFolder: string | undefined;
  readonly log: Log;
};

/** Work that the worker does for a feature. */
type Background = {
  /** Effects of the timers that the feature sets. */
  readonly timers?: readonly TimerEffect[];
  /** Readers of outbox events, each with its own cursor. */
  readonly consumers?: readonly Consumer[];
  /** Periodic work. A failing round is reported by its name and stops no other loop. */
  readonly loops?: readonly Loop[];
};

/** A feature as the worker sees it. */
type WorkerFeature = {
  readonly name: string;
  /** Rows that explain the money it freezes, and the demo money it brings in or takes out, to the auditor. */
  readonly frozen?: readonly FrozenReason[];
  readonly external?: readonly ExternalReason[];
  readonly start?: (deps: WorkerDeps) => Background;
};

const HOUR_MS = 3_600_000;
const hourly = (name: string, work: () => Promise<unknown>): Loop => ({ name, everyMs: HOUR_MS, work });

/** Every feature with background work. A new feature is one more entry, and nothing else in the worker changes. */
const FEATURES: readonly WorkerFeature[] = [
  {
    name: 'auth',
    external: [explainDemoMoney],
    start: ({ db }) => ({ loops: [hourly('old sign-ins', () => sweepAuth(db))] }),
  },
  {
    name: 'limits',
    start: ({ db }) => ({ loops: [hourly('old daily results', () => sweepDayResults(db))] }),
  },
  {
    name: 'market',
    start: ({ db, settings }) => ({
      loops: [
        hourly('old ticks', () => sweepBlocks(db, settings)),
        hourly('old candles', () => sweepCandles(db, settings)),
      ],
    }),
  },
  {
    name: 'media',
    start: ({ db, settings, mediaFolder }) => ({
      loops: mediaFolder === undefined ? [] : [hourly('old media', () => sweepMedia(db, mediaFolder, settings))],
    }),
  },
  {
    name: 'notify',
    start: ({ db, settings, bus }) => ({
      consumers: [createNoticePushes(bus)],
      loops: [hourly('old messages', () => sweepMessages(db)), hourly('old notices', () => sweepNotices(db, settings))],
    }),
  },
  {
    name: 'proof',
    start: ({ db, log }) => ({ loops: [{ name: 'receipts', everyMs: 60_000, work: () => compareReceipts(db, log) }] }),
  },
  {
    name: 'spot',
    frozen: [explainFrozen],
    start: ({ db, settings }) => ({
      consumers: [createVolumeConsumer(settings)],
      loops: [hourly('fee levels', () => rankTraders(db, settings))],
    }),
  },
];

/** Compares the receipts of the last hour with each other and with the blocks. */
async function compareReceipts(db: Db, log: Log): Promise<void> {
  const breaches = await checkReceipts(db, Date.now() - HOUR_MS);
  if (breaches.length === 0) return;
  const details = breaches.map(({ receipt, rule, detail }) => `${receipt}: ${rule}: ${detail}`);
  log.error({ breaches: details }, 'receipts.breach');
}

/** What the features know about frozen money and demo money, for the auditor. */
export const AUDIT_REASONS = {
  frozen: FEATURES.flatMap(({ frozen = [] }) => frozen),
  external: FEATURES.flatMap(({ external = [] }) => external),
};

/** Starts every feature and collects its work. */
export function startFeatures(deps: WorkerDeps): Required<Background> {
  const started = FEATURES.map(({ start }) => start?.(deps) ?? {});
  return {
    timers: started.flatMap(({ timers = [] }) => timers),
    consumers: started.flatMap(({ consumers = [] }) => consumers),
    loops: started.flatMap(({ loops = [] }) => loops),
  };
}
