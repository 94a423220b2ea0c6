import { once } from 'node:events';
import { join } from 'node:path';
import { seedArticles } from '@app/server/modules/content';
import { migrate, prepareCluster } from '@app/server/platform/db/migrate';
import { roleUrl } from '@app/testkit';
import { startDevChain } from '../chain/dev-chain.ts';
import { startMailCatcher, startSmsCatcher } from '../services/catchers.ts';
import { untilListening } from '../services/listening.ts';
import { dataFolder } from '../services/places.ts';
import type { ServiceUrls } from '../services/start.ts';
import { readSupervisorState, startSupervisor, wantedServicePorts } from '../services/supervisor.ts';
import { refuseUsedPorts } from '../services/used-ports.ts';
import { startDefaultVenue } from '../venue/default-venue.ts';
import { keepRunning } from './child.ts';
import { DATABASE, devPorts, devProcesses } from './processes.ts';

const READY_MS_MAX = 30_000;
const ports = devPorts();
/** Real mode trades at scripted prices of local venues, never at simulated ones. */
const hasVenue = process.argv.includes('--venue');
/** Users deposit on a local chain; without it on none. */
const hasChain = process.argv.includes('--chain');
const BLOCK_SECONDS = 3;

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
    const venue = hasVenue ? await startDefaultVenue(ports.venue) : undefined;
    if (venue !== undefined) stops.unshift(venue.stop);
    const chain = hasChain ? await openDevChain() : undefined;
    if (chain !== undefined) stops.unshift(chain.stop);
    const processes = devProcesses(services.urls, {
      level: process.env.LOG_LEVEL,
      venueUrl: venue?.url,
      chain: chain?.environment,
    });
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
Back office:         http://localhost:${ports.adminWeb}/
Mails are read at:   ${mails.httpUrl}/mails
Texts are read at:   ${texts.httpUrl}/messages${venue === undefined ? '' : `\nPrices are set at:   ${venue.url}/control (tools/venue)`}${chain === undefined ? '' : '\nCoins are sent by:   npm run chain -- pay --to <address> --amount 25'}
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

/** Keeps the chain beside the database: deposits of the last start are still part of it. */
async function openDevChain() {
  const folder = dataFolder('development');
  return await startDevChain(
    { port: ports.chain, blockSeconds: BLOCK_SECONDS, stateFile: join(folder, 'chain.json'), isSwept: true },
    folder,
  );
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
