import { rmSync } from 'node:fs';
import { completeCluster, copyCluster } from './cluster-template.ts';
import { freePorts } from './places.ts';
import { openRunFolder, sweepDeadRuns } from './run-folder.ts';
import { type Services, startServices } from './start.ts';

export type PrivateServices = Services & { folder: string };

/** The three servers for one test run or rig: own folder, free ports, a migrated template; nothing of it remains. */
export async function startPrivateServices(purpose: string): Promise<PrivateServices> {
  await sweepDeadRuns();
  const folder = openRunFolder(purpose);
  if (process.env.POSTGRES_URL === undefined) await copyCluster(folder);
  const services = await startServices(folder, await freePorts());
  const stop = async () => {
    await Promise.all(services.running.map((service) => service.discard()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await completeCluster(services.urls.postgres);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...services, folder, stop };
}
