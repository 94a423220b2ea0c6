import { killSwitch } from '@app/domain/reference';
import { type ProviderDeps, serveVerdicts } from '../modules/kyc/index.ts';
import { audit, auditHealth, auditSeals, type OnBreach } from '../modules/ledger/index.ts';
import { createMedia } from '../modules/media/index.ts';
import {
  createHttpSms,
  createMailTransport,
  measureMessages,
  sendDueMails,
  sendDueSms,
} from '../modules/notify/index.ts';
import { receiptHealth } from '../modules/proof/index.ts';
import { createSettings, switchOff } from '../modules/reference/index.ts';
import { type Bus, openBus } from '../platform/bus/bus.ts';
import { measureBus } from '../platform/bus/bus-metrics.ts';
import { openDatabase } from '../platform/db/database.ts';
import { openConsumer } from '../platform/db/outbox-consumer.ts';
import { keepPartitions } from '../platform/db/partitions.ts';
import { measureQueues } from '../platform/db/queue-metrics.ts';
import { guardDatabase } from '../platform/db/safe-database.ts';
import { describeTimers, measureTimers, timerHealth } from '../platform/db/timer-metrics.ts';
import { runTimers } from '../platform/db/timer-runner.ts';
import { transactOn } from '../platform/db/transact.ts';
import { claimWriter } from '../platform/db/writer.ts';
import { readWorkerConfig } from '../platform/process/config.ts';
import { platformHealth } from '../platform/process/health.ts';
import { openKeyRing } from '../platform/process/key-ring.ts';
import { openLog } from '../platform/process/log.ts';
import { type Loop, runLoop } from '../platform/process/loop.ts';
import { createRegistry } from '../platform/process/metrics.ts';
import { serveProcess } from '../platform/process/process.ts';
import { startTracing } from '../platform/process/start-tracing.ts';
import { untilStopped } from '../platform/process/stop.ts';
import { stopOnUncaught } from '../platform/process/uncaught.ts';
import { AUDIT_REASONS, startFeatures } from './worker-features.ts';

/** Auditor, timers, messages and housekeeping; any number of instances may run, and each round claims its own work. */
const config = readWorkerConfig();
const log = openLog('worker', config.LOG_LEVEL);
stopOnUncaught(log);
await startTracing('worker', config, log);
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

/** Transports for mails and texts. Where none is configured, messages stay in their table for a worker that has one. */
const mail = config.SMTP_URL === undefined ? undefined : createMailTransport(config.SMTP_URL, config.MAIL_FROM);
const sms = config.SMS_URL === undefined ? undefined : createHttpSms(config.SMS_URL);

/** Used by the notice consumer only. */
const bus = config.NATS_URL === undefined ? undefined : openWorkerBus(config.NATS_URL);

function openWorkerBus(url: string): Bus {
  const { PUSH_BUS_KEY: pushKeys, NATS_NKEY_FILE: nkeyFile, NATS_CA_FILE: caFile } = config;
  if (pushKeys === undefined) throw new Error('configuration: NATS_URL is set and PUSH_BUS_KEY is not');
  return openBus({ url, nkeyFile, caFile, name: 'worker', log, pushKeys });
}

const settings = createSettings(db);
const identityProvider = openIdentityProvider();

/** Documents are opened and sent only where an operator configured who checks them; the configuration is whole or refused. */
function openIdentityProvider(): ProviderDeps | undefined {
  const { KYC_PROVIDER_URL: url, KYC_PROVIDER_KEYS: signing, MASTER_KEYS: master, MEDIA_FOLDER: folder } = config;
  if (url === undefined || signing === undefined || master === undefined || folder === undefined) return undefined;
  const keys = openKeyRing(master);
  const transact = transactOn(db);
  return { db, transact, log, url, keys: signing, media: createMedia({ folder, keys, db, transact, settings, log }) };
}

const features = startFeatures({
  db,
  settings,
  nextId: await claimWriter(db),
  bus,
  mediaFolder: config.MEDIA_FOLDER,
  pdfFonts: config.PDF_FONTS,
  identityProvider,
  log,
});
const consumerLoops = features.consumers.map(async (consumer): Promise<Loop> => {
  const round = await openConsumer(transactOn(db), consumer, log);
  return { name: consumer.name, everyMs: consumer.everyMs ?? 500, work: round };
});

/** Timers have connections of their own, so that slow effects never delay the auditor. */
const timerPool = openDatabase(
  { url: config.DATABASE_URL, connectionsMax: config.TIMER_CONNECTIONS, name: 'worker-timers' },
  log,
);
const registry = createRegistry('worker');
const timers = { db: timerPool.db, effects: features.timers, log, meter: measureTimers(registry, db), lookAt: db };

const HOUR_MS = 3_600_000;
const loops: readonly Loop[] = [
  { name: 'auditor', everyMs: config.AUDIT_EVERY_MS, work: () => audit(db, stopWithdrawals, AUDIT_REASONS) },
  { name: 'seals', everyMs: 24 * HOUR_MS, work: () => auditSeals(db, stopWithdrawals) },
  { name: 'partitions', everyMs: HOUR_MS, work: () => keepPartitions(db) },
  ...(mail ? [{ name: 'mail', everyMs: 500, work: () => sendDueMails(db, mail, log) }] : []),
  ...(sms ? [{ name: 'sms', everyMs: 500, work: () => sendDueSms(db, sms, log) }] : []),
  ...features.loops,
  ...(await Promise.all(consumerLoops)),
];

if (bus !== undefined) measureBus(registry, bus);
measureQueues(registry, db);
measureMessages(registry, db);
const describe = async () => ({ notes: bus?.check() ?? [], timers: await describeTimers(db).catch(() => 'not read') });
const alarms = [auditHealth, platformHealth, receiptHealth, timerHealth].map((check) => () => check(db));
const verdicts = identityProvider && serveVerdicts({ ...identityProvider, settings, log });
await verdicts?.listen({ port: config.KYC_PROVIDER_PORT ?? 0, host: config.KYC_PROVIDER_HOST });
const health = await serveProcess({ checks: [checkDatabase], alarms, describe, registry }, config);
log.info({ health: health.address(), verdicts: verdicts?.server.address() }, 'worker.ready');
await untilStopped(config.SHUTDOWN_GRACE_MS, log, (signal) =>
  Promise.all([runTimers(timers, signal), ...loops.map((loop) => runLoop(loop, signal, log))]),
);
await verdicts?.close();
health.close();
mail?.close();
await bus?.close();
await Promise.all([close(), timerPool.close()]);
log.info('worker.stopped');
