import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from './rig.ts';

/** Commits acknowledged between two starts of a server, the WAL syncs it counted, and the fewest that explain them. */
export type SyncWindow = { readonly commits: number; readonly syncs: number; readonly least: number };

/** Sessions report their statistics at most once a second, and when they end. */
const REPORTED_MS_MAX = 3_000;
const POLL_MS = 50;

/**
 * Counts how often PostgreSQL asked the system to write its log to the disk (`pg_stat_wal.wal_sync`): never with
 * `fsync=off`, which a killed process cannot reveal, because its writes survive in the page cache. This proves the call;
 * what the disk does with it is not visible here. A kill resets the counter, so each start begins a new window.
 */
export class SyncWatch {
  readonly windows: SyncWindow[] = [];
  readonly #adminUrl: string;
  readonly #commits: () => number;
  #before = { commits: 0, syncs: 0 };

  constructor(adminUrl: string, commits: () => number) {
    this.#adminUrl = adminUrl;
    this.#commits = commits;
  }

  async begin(): Promise<void> {
    this.#before = { commits: this.#commits(), syncs: await this.#readSyncs() };
  }

  /** Ends a window in which sessions are still open: of their syncs only a part is reported yet. */
  async endOpen(): Promise<void> {
    await this.#end(() => 1);
  }

  /**
   * Ends a window whose sessions are closed and have reported everything. One sync covers at most one commit of each
   * client, because every client waits for its own.
   */
  async endClosed(clients: number): Promise<void> {
    await this.#end((commits) => Math.ceil(commits / clients));
  }

  async #end(leastOf: (commits: number) => number): Promise<void> {
    const commits = this.#commits() - this.#before.commits;
    const least = commits === 0 ? 0 : leastOf(commits);
    const deadlineMs = performance.now() + REPORTED_MS_MAX;
    let syncs = 0;
    do {
      syncs = (await this.#readSyncs()) - this.#before.syncs;
      if (syncs < least) await pause(POLL_MS);
    } while (syncs < least && performance.now() < deadlineMs);
    this.windows.push({ commits, syncs, least });
  }

  async #readSyncs(): Promise<number> {
    return await withClient(this.#adminUrl, async (client) => {
      const { rows } = await client.query<{ wal_sync: string }>('select wal_sync from pg_stat_wal');
      return Number(rows[0]?.wal_sync);
    });
  }
}

export const findUnsynced = (windows: readonly SyncWindow[]): readonly SyncWindow[] =>
  windows.filter(({ syncs, least }) => !(syncs >= least));

/** Formats the windows: `3 of 3 windows synced, last 120 commits in 31 syncs (3.9 each)`. */
export function describeSyncs(windows: readonly SyncWindow[]): string {
  const { commits, syncs } = windows.at(-1) ?? { commits: 0, syncs: 0 };
  const ratio = syncs === 0 ? '' : ` (${(commits / syncs).toFixed(1)} each)`;
  const synced = windows.length - findUnsynced(windows).length;
  return `${synced} of ${windows.length} windows synced, the last ${commits} commits in ${syncs} syncs${ratio}`;
}
