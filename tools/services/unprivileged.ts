import { execFileSync } from 'node:child_process';
import { accessSync, chownSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type Account = { uid: number; gid: number };

const isRoot = () => process.getuid?.() === 0;

const idOf = (flag: '-u' | '-g', name: string): number =>
  Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());

/** Returns the account for PostgreSQL, which refuses to run as root: Debian's `postgres`, or `nobody`. */
export function unprivilegedAccount(): Account | undefined {
  if (!isRoot()) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      // Not on this machine; try the next one.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no account "postgres" or "nobody" to run it as');
}

/** Checks whether another account can traverse to this folder: a clone below /root cannot hold its data. */
export function othersCanReach(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    try {
      accessSync(path, constants.F_OK);
      if ((statSync(path).mode & 0o001) === 0) return false;
    } catch {
      // Does not exist yet: we will create it, reachable.
    }
    if (path === dirname(path)) return true;
  }
}

/** Creates a folder owned by the account the server runs as. */
export function makeFolderFor(account: Account | undefined, folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
}
