import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, prepareCluster } from '@app/server/platform/migrate';
import { roleUrl, TEMPLATE } from '@app/testkit';
import { dataFolder, freePorts } from './places.ts';
import { type Services, startServices } from './start.ts';
import { isAlive } from './supervisor-state.ts';

const PIDS = 'pids';

export type PrivateServices = Services & { folder: string };

/** The three servers for one test run or rig: own folder, free ports, a migrated template; nothing of it remains. */
export async function startPrivateServices(purpose: string): Promise<PrivateServices> {
  sweepDeadRuns();
  const name = `${purpose}-${process.pid}`;
  const folder = dataFolder(join('runs', name));
  const services = await startServices(folder, await freePorts());
  writeFileSync(join(folder, PIDS), services.running.map(({ pid }) => pid).join('\n'));
  const stop = async () => {
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await prepareCluster(services.urls.postgres, TEMPLATE);
    await migrate(roleUrl(services.urls.postgres, 'migrate', TEMPLATE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...services, folder, stop };
}

/** A run that was killed leaves its servers behind; the next run ends them and removes their data. */
function sweepDeadRuns(): void {
  const runs = dataFolder('runs');
  for (const name of readdirSync(runs)) {
    const pid = Number(name.split('-').at(-1));
    if (isAlive(pid)) continue;
    const pids = join(runs, name, PIDS);
    if (existsSync(pids)) readFileSync(pids, 'utf8').split('\n').map(Number).forEach(endQuietly);
    rmSync(join(runs, name), { recursive: true, force: true });
  }
}

function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // Already gone.
  }
}
