import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { migrate, prepareCluster } from '@app/server/platform/db/migrate';
import { roleUrl, TEMPLATE } from '@app/testkit';
import { findBinary } from './binaries.ts';
import { dataFolder, freePorts } from './places.ts';
import { startPostgres } from './postgres.ts';
import { keptFolder } from './run-folder.ts';
import { unprivilegedAccount } from './unprivileged.ts';

const SERVER = resolve(import.meta.dirname, '../../apps/server');
const MIGRATIONS = join(SERVER, 'migrations');
/** Code that creates a cluster, including its arguments and settings. */
const MADE_BY = [
  join(SERVER, 'src/platform/db/migrate.ts'),
  join(import.meta.dirname, 'postgres.ts'),
  join(import.meta.dirname, 'cluster-template.ts'),
];

/**
 * Copies a cluster with a migrated template database into a run's folder, from one built once per state of the
 * migrations. `TIDEMARK_NO_CACHE=1` leaves the folder empty, so that the cluster is created from scratch.
 */
export async function copyCluster(folder: string, environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (environment.TIDEMARK_NO_CACHE === '1') return;
  const template = await keptFolder(dataFolder('templates', environment), clusterKey(), makeCluster);
  await promisify(execFile)('cp', ['-a', join(template, 'postgres'), join(folder, 'postgres')]);
}

/** Creates what `copyCluster` did not copy, and compares a copied cluster with the migrations again. */
export async function completeCluster(adminUrl: string): Promise<void> {
  await prepareCluster(adminUrl, TEMPLATE);
  await migrate(roleUrl(adminUrl, 'migrate', TEMPLATE));
}

async function makeCluster(folder: string): Promise<void> {
  const { postgres: port } = await freePorts();
  const service = await startPostgres(folder, port);
  try {
    await completeCluster(`postgres://postgres@127.0.0.1:${port}/postgres`);
  } finally {
    await service.stop(); // Cleanly, so a copy needs no recovery.
  }
}

/** Returns a hash of everything a new cluster depends on. */
export function clusterKey(migrations = MIGRATIONS): string {
  const hash = createHash('sha256');
  const files = readdirSync(migrations)
    .sort()
    .map((name) => join(migrations, name));
  for (const file of [...files, ...MADE_BY]) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  const version = execFileSync(findBinary('postgres'), ['--version'], { encoding: 'utf8' });
  const owner = unprivilegedAccount()?.uid ?? process.getuid?.();
  return hash.update(JSON.stringify([version, owner, TEMPLATE])).digest('hex');
}
