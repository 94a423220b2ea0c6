import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const ALWAYS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];

/**
 * Returns Debian's folders of PostgreSQL server programs, which are outside PATH, one per major version; the newest
 * wins.
 */
function postgresFolders(): string[] {
  if (!existsSync(DEBIAN_POSTGRES)) return [];
  return readdirSync(DEBIAN_POSTGRES)
    .sort((a, b) => Number(b) - Number(a))
    .map((major) => join(DEBIAN_POSTGRES, major, 'bin'));
}

const PACKAGES: Record<string, string> = {
  postgres: 'postgresql',
  initdb: 'postgresql',
  'nats-server': 'nats-server',
  'redis-server': 'redis-server',
};

/** Finds a server program on this machine; if it is missing, the error names the package that provides it. */
export function findBinary(name: string): string {
  const path = (process.env.PATH ?? '').split(':');
  const found = [...postgresFolders(), ...path, ...ALWAYS].map((folder) => join(folder, name)).find(existsSync);
  if (found === undefined) {
    throw new Error(`${name} is not installed: apt-get install ${PACKAGES[name] ?? name}`);
  }
  return found;
}
