import type { Db } from '../../platform/db/database.ts';
import type { Breach } from './audit.store.ts';
import * as store from './seal.store.ts';

/**
 * Runs nightly: seals each partition whose week is over with the sum of its row hashes, and recomputes every older
 * seal. Detects rewritten history even when all balances still agree.
 */
export async function checkSeals(db: Db): Promise<readonly Breach[]> {
  const breaches: Breach[] = [];
  for (const { partition, sealed } of await store.listClosedPartitions(db)) {
    const actual = await store.sumHashes(db, partition);
    if (sealed === null) await store.insertSeal(db, partition, actual);
    else if (sealed.entries !== actual.entries || sealed.checksum !== actual.checksum) {
      const detail = `${partition} was sealed with ${sealed.entries} entries and holds ${actual.entries}, or others`;
      breaches.push({ invariant: 'seal', detail });
    }
  }
  return breaches;
}
