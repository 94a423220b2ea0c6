import {
  claimCredited,
  claimRefused,
  coinsCredited,
  coinsReturned,
  coinsReversed,
  coinsWithdrawn,
  payoutPaid,
  payoutRequested,
  payoutReturned,
} from '@app/protocol/events';
import { closeAccounts, createStaffMails, explainDemoMoney, sweepAuth } from '../modules/auth/index.ts';
import { contractFees, createSettlementNotices, explainMargins } from '../modules/contract/index.ts';
import { explainConvertFunding, sweepQuotes } from '../modules/convert/index.ts';
import { createExportKinds, runNextExport, sweepExports } from '../modules/export/index.ts';
import {
  announceDueCases,
  createCaseAnnouncer,
  createDecisionMails,
  eraseOldCases,
  expireApprovals,
  type ProviderDeps,
} from '../modules/kyc/index.ts';
import { createLedger, type ExternalReason, type FrozenReason } from '../modules/ledger/index.ts';
import { sweepDayResults } from '../modules/limits/index.ts';
import { sweepBlocks, sweepCandles } from '../modules/market/index.ts';
import { sweepMedia } from '../modules/media/index.ts';
import { createCoinNotices, createNoticePushes, sweepMessages, sweepNotices } from '../modules/notify/index.ts';
import { explainPayouts } from '../modules/payout/index.ts';
import { checkReceipts } from '../modules/proof/index.ts';
import type { Settings } from '../modules/reference/index.ts';
import { createVoidNotices, explainStakes } from '../modules/seconds/index.ts';
import {
  createOrderNotices,
  createVolumeConsumer,
  explainFrozen,
  fillFees,
  rankTraders,
} from '../modules/spot/index.ts';
import { bookDueDays } from '../modules/statement/index.ts';
import { checkTrail } from '../modules/trail/index.ts';
import { createTransferNotices } from '../modules/wallet/index.ts';
import { explainWithdrawals } from '../modules/withdrawal/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Db } from '../platform/db/database.ts';
import type { Consumer } from '../platform/db/outbox-consumer.ts';
import type { TimerEffect } from '../platform/db/timer-runner.ts';
import { transactOn } from '../platform/db/transact.ts';
import type { NextId } from '../platform/db/writer.ts';
import type { Log } from '../platform/process/log.ts';
import type { Loop } from '../platform/process/loop.ts';
import { dataExport, OPEN_ORDERS, PERSONAL_TABLES } from './personal-data.ts';

/** What the worker gives every feature. */
export type WorkerDeps = {
  readonly db: Db;
  readonly settings: Settings;
  readonly nextId: NextId;
  readonly bus: Bus | undefined;
  readonly mediaFolder: string | undefined;
  readonly pdfFonts: string;
  /** Undefined: no identity provider is asked. */
  readonly identityProvider: ProviderDeps | undefined;
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

/** Each product whose transfers contain fees, and how to read them. */
const FEES = [fillFees, ...contractFees];

/** Every feature with background work. A new feature is one more entry, and nothing else in the worker changes. */
const DEPOSIT_NOTICES = {
  subject: 'deposit',
  kinds: [
    [coinsCredited, 'deposit_credited'],
    [coinsReversed, 'deposit_reversed'],
  ],
} as const;
const CLAIM_NOTICES = {
  subject: 'claim',
  kinds: [
    [claimCredited, 'claim_credited'],
    [claimRefused, 'claim_refused'],
  ],
} as const;
const WITHDRAWAL_NOTICES = {
  subject: 'withdrawal',
  kinds: [
    [coinsWithdrawn, 'withdrawal_confirmed'],
    [coinsReturned, 'withdrawal_returned'],
  ],
} as const;
const PAYOUT_NOTICES = {
  subject: 'payout',
  kinds: [
    [payoutRequested, 'payout_requested'],
    [payoutPaid, 'payout_paid'],
    [payoutReturned, 'payout_returned'],
  ],
} as const;

const FEATURES: readonly WorkerFeature[] = [
  {
    name: 'auth',
    external: [explainDemoMoney],
    start: ({ db, settings, nextId }) => {
      const closer = {
        db,
        settings,
        nextId,
        ledger: createLedger(nextId),
        openOrders: OPEN_ORDERS,
        tables: PERSONAL_TABLES,
      };
      return {
        consumers: [createStaffMails()],
        loops: [
          hourly('old sign-ins', () => sweepAuth(db)),
          { name: 'closed accounts', everyMs: 60_000, work: () => closeAccounts(closer) },
        ],
      };
    },
  },
  {
    name: 'export',
    start: (deps) => {
      const { db, nextId } = deps;
      const kinds = createExportKinds({ ...deps, transact: transactOn(db), ledger: createLedger(nextId), fees: FEES });
      const runner = { ...deps, kinds: [...kinds, dataExport(db)] };
      return {
        loops: [
          { name: 'exports', everyMs: 500, work: () => runNextExport(runner) },
          hourly('old exports', () => sweepExports(deps.db)),
        ],
      };
    },
  },
  {
    name: 'claim',
    start: ({ nextId }) => ({ consumers: [createCoinNotices(nextId, CLAIM_NOTICES)] }),
  },
  {
    name: 'contract',
    frozen: [explainMargins],
    start: ({ settings, nextId }) => ({ consumers: [createSettlementNotices({ settings, nextId })] }),
  },
  {
    name: 'convert',
    external: [explainConvertFunding],
    start: ({ db }) => ({ loops: [hourly('old quotes', () => sweepQuotes(db))] }),
  },
  {
    name: 'deposit',
    start: ({ nextId }) => ({ consumers: [createCoinNotices(nextId, DEPOSIT_NOTICES)] }),
  },
  {
    name: 'kyc',
    start: (deps) => ({
      consumers: [createDecisionMails(), createCaseAnnouncer(deps.identityProvider)],
      loops: [
        ...askProvider(deps.identityProvider),
        hourly('expired documents', () => expireApprovals(deps)),
        hourly('old documents', () => eraseOldCases(deps)),
      ],
    }),
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
    name: 'payout',
    frozen: [explainPayouts],
    start: ({ nextId }) => ({ consumers: [createCoinNotices(nextId, PAYOUT_NOTICES)] }),
  },
  {
    name: 'proof',
    start: ({ db, log }) => ({ loops: [{ name: 'receipts', everyMs: 60_000, work: () => compareReceipts(db, log) }] }),
  },
  {
    name: 'seconds',
    frozen: [explainStakes],
    start: ({ settings, nextId }) => ({ consumers: [createVoidNotices({ settings, nextId })] }),
  },
  {
    name: 'spot',
    frozen: [explainFrozen],
    start: ({ db, settings, nextId }) => ({
      consumers: [createVolumeConsumer(settings), createOrderNotices({ settings, nextId })],
      loops: [hourly('fee levels', () => rankTraders(db, settings))],
    }),
  },
  {
    name: 'statement',
    start: ({ db }) => ({
      loops: [
        {
          name: 'statement days',
          everyMs: 60_000,
          work: () => bookDueDays({ db, transact: transactOn(db), fees: FEES }),
        },
      ],
    }),
  },
  { name: 'trail', start: ({ db, log }) => ({ loops: [hourly('trail', () => checkTrail({ db, log }))] }) },
  {
    name: 'wallet',
    start: ({ nextId }) => ({ consumers: [createTransferNotices(nextId)] }),
  },
  {
    name: 'withdrawal',
    frozen: [explainWithdrawals],
    start: ({ nextId }) => ({ consumers: [createCoinNotices(nextId, WITHDRAWAL_NOTICES)] }),
  },
];

/** Sends cases to the identity provider, if there is one. */
const askProvider = (provider: ProviderDeps | undefined): readonly Loop[] =>
  provider === undefined ? [] : [{ name: 'identity provider', everyMs: 1_000, work: () => announceDueCases(provider) }];

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
