import { killSwitch } from '@app/domain/reference';
import { explainDemoMoney, sweepAuth } from '../modules/auth/index.ts';
import { audit, auditHealth, auditSeals, type OnBreach } from '../modules/ledger/index.ts';
import { sweepBlocks, sweepCandles } from '../modules/market/index.ts';
import { sweepMedia } from '../modules/media/index.ts';
import {
  createHttpSms,
  createMailTransport,
  createNoticePushes,
  sendDueMails,
  sendDueSms,
  sweepMessages,
  sweepNotices,
} from '../modules/notify/index.ts';
import { checkReceipts, receiptHealth } from '../modules/proof/index.ts';
import { createSettings, switchOff } from '../modules/reference/index.ts';
import { explainFrozen, rankTraders } from '../modules/spot/index.ts';
import { type Bus, openBus } from '../platform/bus/bus.ts';
import { openDatabase } from '../platform/db/database.ts';
import { type Consumer, openConsumer } from '../platform/db/outbox-consumer.ts';
import { keepPartitions } from '../platform/db/partitions.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { runDueTimers, type TimerEffects } from '../platform/db/timer.ts';
import { transactOn } from '../platform/db/transact.ts';
import { readWorkerConfig } from '../platform/process/config.ts';
import { platformHealth } from '../platform/process/health.ts';
import { openLog } from '../platform/process/log.ts';
import { type Loop, runLoop } from '../platform/process/loop.ts';
import { answerHealth, listen } from '../platform/process/process.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';

/** Auditor, messages and housekeeping; any number of instances may run, and each round claims its own work. */
const config = readWorkerConfig();
const log = openLog('worker', config.LOG_LEVEL);
stopOnUncaught(log);
const { db, close } = openDatabase(
  { url: config.DATABASE_URL, connectionsMax: config.DATABASE_CONNECTIONS, name: 'worker' },
  log,
);
const checkDatabase = await guardDatabase(db, { log, everyMs: config.DATABASE_CHECK_EVERY_MS });

const stopWithdrawals: OnBreach = async (tx, breaches) => {
  const reason = breaches.map(({ invariant, detail }) => `${invariant}: ${detail}`).join('; ');
  log.error({ breaches }, 'ledger.audit_failed');
  await switchOff(tx, killSwitch('withdrawals'), { setBy: 'auditor', reason });
};

const HOUR_MS = 3_600_000;
const settings = createSettings(db);
const folder = config.MEDIA_FOLDER;
/** Independent sweeps: a failure is reported by name and does not stop the others. */
const sweeps: Readonly<Record<string, () => Promise<unknown>>> = {
  partitions: () => keepPartitions(db),
  'old sign-ins': () => sweepAuth(db),
  'old messages': () => sweepMessages(db),
  'old notices': () => sweepNotices(db, settings),
  'old ticks': () => sweepBlocks(db, settings),
  'old candles': () => sweepCandles(db, settings),
  ...(folder === undefined ? {} : { 'old media': () => sweepMedia(db, folder) }),
};

/** Transports for mails and texts. Where none is configured, messages stay in their table for a worker that has one. */
const mail = config.SMTP_URL === undefined ? undefined : createMailTransport(config.SMTP_URL, config.MAIL_FROM);
const sms = config.SMS_URL === undefined ? undefined : createHttpSms(config.SMS_URL);

/** Used by the notice consumer only. */
const bus = config.NATS_URL === undefined ? undefined : openWorkerBus(config.NATS_URL);
const transact = transactOn(db);

function openWorkerBus(url: string): Bus {
  const { PUSH_BUS_KEY: pushKeys, NATS_NKEY_FILE: nkeyFile, NATS_CA_FILE: caFile } = config;
  if (pushKeys === undefined) throw new Error('configuration: NATS_URL is set and PUSH_BUS_KEY is not');
  return openBus({ url, nkeyFile, caFile, name: 'worker', log, pushKeys });
}

/** Every consumer of outbox events. A module's new consumer is one more entry. */
const CONSUMERS: readonly Consumer[] = [createNoticePushes(bus)];

/** Effect of every timer kind. No module sets timers yet. */
const TIMER_EFFECTS: TimerEffects = {};

/** Compares the receipts of the last hour with each other and with the blocks. */
const compareReceipts = async () => {
  const breaches = await checkReceipts(db, Date.now() - HOUR_MS);
  if (breaches.length > 0) {
    const details = breaches.map(({ receipt, rule, detail }) => `${receipt}: ${rule}: ${detail}`);
    log.error({ breaches: details }, 'receipts.breach');
  }
};

const consumerLoops = CONSUMERS.map(async (consumer): Promise<Loop> => {
  const round = await openConsumer(transact, consumer, log);
  return { name: consumer.name, everyMs: 500, work: round };
});

/** What explains frozen balances and demo money. A product that freezes or grants money adds its own. */
const reasons = { frozen: [explainFrozen], external: [explainDemoMoney] };

const loops: readonly Loop[] = [
  { name: 'auditor', everyMs: config.AUDIT_EVERY_MS, work: () => audit(db, stopWithdrawals, reasons) },
  { name: 'seals', everyMs: 24 * HOUR_MS, work: () => auditSeals(db, stopWithdrawals) },
  ...Object.entries(sweeps).map(([name, work]) => ({ name, everyMs: HOUR_MS, work })),
  ...(mail ? [{ name: 'mail', everyMs: 500, work: () => sendDueMails(db, mail, log) }] : []),
  ...(sms ? [{ name: 'sms', everyMs: 500, work: () => sendDueSms(db, sms, log) }] : []),
  { name: 'fee levels', everyMs: HOUR_MS, work: () => rankTraders(db, settings) },
  ...(await Promise.all(consumerLoops)),
  { name: 'timers', everyMs: 500, work: () => runDueTimers(transact, TIMER_EFFECTS, log) },
  { name: 'receipts', everyMs: 60_000, work: compareReceipts },
];

const describe = () => ({ notes: bus?.check() ?? [] });
const health = await listen(
  answerHealth([checkDatabase, () => auditHealth(db), () => platformHealth(db), () => receiptHealth(db)], describe),
  {
    port: config.HEALTH_PORT,
  },
);
log.info({ health: health.address() }, 'worker.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, (signal) =>
  Promise.all(loops.map((loop) => runLoop(loop, signal, log))),
);
health.close();
mail?.close();
await bus?.close();
await close();
log.info('worker.stopped');
