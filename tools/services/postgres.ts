import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findBinary } from './binaries.ts';
import { type Answer, launch, type Service } from './launch.ts';
import { makeFolderFor, unprivilegedAccount } from './unprivileged.ts';

/**
 * PostgreSQL settings. Durability settings are explicit, not assumed. The rest sizes it for a developer's machine; the
 * socket folder is off because its path may be too long and is not used here.
 */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '10min',
  wal_compression: 'lz4',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
} as const;

/**
 * Starts a private PostgreSQL with checksums on, as a direct child and never as root. A setting overridden with
 * undefined is not on its command line, so that a reload can change it.
 */
export function startPostgres(
  folder: string,
  port: number,
  overrides: Record<string, string | undefined> = {},
): Promise<Service> {
  const account = unprivilegedAccount();
  const data = join(folder, 'postgres');
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(data, account);
  const settings = Object.entries({ ...SETTINGS, ...overrides, port: String(port) });
  return launch({
    name: 'postgres',
    product: 'PostgreSQL',
    binary: findBinary('postgres'),
    args: ['-D', data, ...settings.flatMap(([key, value]) => (value === undefined ? [] : ['-c', `${key}=${value}`]))],
    port,
    logFile: join(folder, 'postgres.log'),
    whoAnswers: () => whoAnswers(port, data),
    stopSignal: 'SIGINT', // Fast shutdown: clients are disconnected, everything is written.
    discardSignal: 'SIGQUIT', // Immediate shutdown: nothing is written, which avoids a checkpoint of seconds.
    ...(account && { user: account }),
  });
}

function initialise(data: string, account: ReturnType<typeof unprivilegedAccount>): void {
  rmSync(data, { recursive: true, force: true });
  makeFolderFor(account, data);
  const args = ['-D', data, '-U', 'postgres', '--data-checksums', '--encoding=UTF8', '--locale=C', '--auth=trust'];
  execFileSync(findBinary('initdb'), args, { stdio: 'pipe', cwd: '/', ...account });
}

async function whoAnswers(port: number, data: string): Promise<Answer> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => {}); // Disconnected during startup: not ready yet.
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === data ? 'ours' : 'another';
  } catch {
    return 'nobody';
  } finally {
    await client.end().catch(() => {});
  }
}
