import { expectDefined } from '@app/base';
import type { Db } from '../src/platform/db/database.ts';
import { type Lease, takeLease } from '../src/platform/db/lease.ts';

/**
 * Returns what gives custody's lease to each round. Its connection may have been closed while a test did something else:
 * then the lease is taken again.
 */
export function openCustodyLease(db: Db): () => Promise<Lease> {
  let held: Lease | undefined;
  return async () => {
    held = (await takeLease(db, { name: 'custody', owner: 'test', staleAfterMs: 600_000 })) ?? held;
    return expectDefined(held, 'the lease');
  };
}
