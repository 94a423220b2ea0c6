import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { seedArticles } from '@app/server/modules/content';
import { migrate, prepareCluster } from '@app/server/platform/migrate';
import { guardChild, roleUrl } from '@app/testkit';
import { untilListening } from '../services/listening.ts';
import { startMailCatcher } from '../services/mail-catcher.ts';
import { dataFolder } from '../services/places.ts';
import { startSmsCatcher } from '../services/sms-catcher.ts';
import type { ServiceUrls } from '../services/start.ts';
import { startSupervisor, wantedServicePorts } from '../services/supervisor.ts';
import { readSupervisorState } from '../services/supervisor-state.ts';
import { refuseUsedPorts } from '../services/used-ports.ts';
import { type Look, logLine, type WriteLine } from './log-line.ts';
import { DATABASE, type DevProcess, devPorts, devProcesses } from './processes.ts';

const READY_MS_MAX = 30_000;
const ports = devPorts();

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});

async function run(): Promise<void> {
  await refuseUsedPorts({ ...ports, ...(await wantedServicePorts()) });
  const services = await openDevServices();
  const stops = [services.stop];
  try {
    await prepareCluster(services.urls.postgres, DATABASE);
    const applied = await migrate(roleUrl(services.urls.postgres, 'migrate', DATABASE));
    await seedArticles(roleUrl(services.urls.postgres, 'migrate', DATABASE));
    if (applied.length > 0) console.log(`migrated: ${applied.join(', ')}`);
    const mails = await startMailCatcher({ smtpPort: ports.smtp, httpPort: ports.mailHttp });
    stops.unshift(mails.stop);
    const texts = await startSmsCatcher(ports.smsHttp);
    stops.unshift(texts.stop);
    const processes = devProcesses(services.urls, process.env.LOG_LEVEL);
    const isColoured = process.stdout.isTTY === true;
    const children = processes.map((each, turn) =>
      keepRunning(each, { name: each.name, turn, isColoured }, console.log),
    );
    stops.unshift(async () => void (await Promise.all(children.map((child) => child.stop()))));
    const wanted = processes.map(({ port }) => port);
    const closed = await Promise.race([untilListening(wanted, READY_MS_MAX), stopped]);
    const late = processes.filter(({ port }) => closed?.includes(port)).map(({ name }) => name);
    if (late.length > 0) console.error(`not up yet: ${late.join(', ')}`);
    console.log(`
Tidemark is running: http://localhost:${ports.web}/h5/
Mails are read at:   ${mails.httpUrl}/mails
Texts are read at:   ${texts.httpUrl}/messages
Ctrl-C stops it.
`);
    await stopped;
  } finally {
    for (const stop of stops) await stop();
  }
  console.log('stopped');
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message); // Only Error objects are thrown.
  process.exitCode = 1;
}

type DevServices = { readonly urls: ServiceUrls; stop(): Promise<void> };

/**
 * Opens the development servers under their supervisor, in its own group so that Ctrl-C does not reach them before our
 * processes have stopped. A supervisor that already runs is used and left running.
 */
async function openDevServices(): Promise<DevServices> {
  const running = readSupervisorState(dataFolder('development'));
  if (running !== undefined) return { urls: running.urls, stop: () => Promise.resolve() };
  const { child, state } = await startSupervisor({ endsWithUs: true });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { urls: state.urls, stop };
}

const RESTART_AFTER_MS = 1_000;
const STOP_MS_MAX = 12_000;

type Child = { readonly name: string; stop(): Promise<void> };

/** Keeps one process running until it is stopped; restarts it a second after it exits by itself. */
function keepRunning(what: DevProcess, look: Look, write: WriteLine): Child {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const print = (msg: string) => write(logLine(JSON.stringify({ level: 40, time: Date.now(), msg }), look));
  const running = (async () => {
    while (!stopping.signal.aborted) {
      child = start(what, (line) => write(logLine(line, look)));
      const [code, signal] = await once(child, 'exit');
      if (stopping.signal.aborted) return;
      print(`ended by itself (${signal ?? code}); it is started again`);
      await pause(RESTART_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {}); // Aborted by a stop.
    }
  })();
  const stop = async () => {
    stopping.abort();
    child?.kill('SIGTERM');
    const tooLong = setTimeout(() => child?.kill('SIGKILL'), STOP_MS_MAX);
    await running;
    clearTimeout(tooLong);
  };
  return { name: what.name, stop };
}

/**
 * Starts the process in its own group: Ctrl-C reaches only the parent, which then stops all in order. If the parent is
 * killed, its guard does.
 */
function start({ program, args = [], environment }: DevProcess, onLine: WriteLine): ChildProcess {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [program, ...args], { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  guardChild(child);
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  return child;
}
