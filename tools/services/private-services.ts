import { rmSync } from 'node:fs';
import { completeCluster, copyCluster } from './cluster-template.ts';
import { freePorts } from './places.ts';
import { openRunFolder, sweepDeadRuns } from './run-folder.ts';
import { type ServiceOptions, type Services, startServices } from './start.ts';

export type PrivateServices = Services & { folder: string };

/**
 * Starts the three services for one test run or rig: private folder, free ports, a migrated template; everything is
 * removed afterwards.
 */
export async function startPrivateServices(purpose: string, options: ServiceOptions = {}): Promise<PrivateServices> {
  await sweepDeadRuns();
  const folder = openRunFolder(purpose);
  if (process.env.POSTGRES_URL === undefined) await copyCluster(folder);
  const services = await startServices(folder, await freePorts(), options);
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
