import { type Role, roleUrl } from '@app/testkit';
import pg from 'pg';

/** Opens a bare connection that is closed with the run. */
export async function connectTo(url: string, cleanUp: AsyncDisposableStack): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // Its query fails too, with the error.
  await client.connect();
  cleanUp.defer(() => client.end().catch(() => {}));
  return client;
}

export function openPool(url: string, cleanUp: AsyncDisposableStack): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {});
  cleanUp.defer(() => pool.end());
  return pool;
}

/** Returns the URL of the same database for another role. */
export const urlOf = (adminUrl: string, role: Role): string =>
  roleUrl(adminUrl, role, new URL(adminUrl).pathname.slice(1));
