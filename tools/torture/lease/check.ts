import { replay } from '@app/server/modules/ledger';
import { KIND, readHistory } from './terms.ts';
import type { OwnerEvent, Testbed } from './testbed.ts';

export type Findings = {
  readonly batches: number;
  readonly changes: number;
  /** Batches of an old epoch that its successor did not see at takeover: written afterwards. */
  readonly late: number;
  /** Numbers used by two batches, and numbers used by none: two concurrent writers, or a lost batch. */
  readonly twice: number;
  readonly missing: number;
  /** Batches acknowledged to an owner as committed, but missing. */
  readonly lost: number;
  readonly epochsOwnedTwice: number;
  readonly breaches: number;
  /** Owners that exited by themselves: nothing here may end a process. */
  readonly ended: number;
};

/** Stops the owners and compares their messages with the database. */
export async function check(testbed: Testbed): Promise<Findings> {
  const ended = await testbed.cluster.stop();
  const { event } = testbed.cluster;
  const { rows } = await testbed.eye.query<{ ref: string }>('select ref from ledger_transfer where kind = $1', [KIND]);
  const refs = new Set(rows.map(({ ref }) => ref));
  const numbers = rows.map(({ ref }) => Number(ref.split('.')[1]));
  const distinct = new Set(numbers).size;
  const epochs = event.filter(({ kind }) => kind === 'owned').map(({ epoch }) => epoch);
  return {
    batches: rows.length,
    changes: epochs.length - 1,
    late: await countLate(testbed),
    twice: rows.length - distinct,
    missing: Math.max(0, ...numbers) - distinct,
    lost: event.filter((message) => message.kind === 'committed' && !refs.has(message.ref)).length,
    epochsOwnedTwice: epochs.length - new Set(epochs).size,
    breaches: (await replay(testbed.worker.db)).length,
    ended: ended.length,
  };
}

/**
 * Counts batches written after a takeover. More rigorous than times or transaction ids: the rows a new owner saw after
 * its takeover committed must be all rows of lower epochs, forever. Any differing row counts, even if the row counts
 * are equal.
 */
async function countLate({ cluster, worker }: Testbed): Promise<number> {
  let late = 0;
  for (const { epoch, history } of cluster.event.filter(isOwned)) {
    const now = await readHistory(worker.db, epoch);
    if (now.digest !== history.digest) late += Math.max(now.batches - history.batches, 1);
  }
  return late;
}

const isOwned = (event: OwnerEvent): event is OwnerEvent & { kind: 'owned' } => event.kind === 'owned';
