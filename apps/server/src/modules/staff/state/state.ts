import type { Output } from '@app/protocol';
import type { getState } from '@app/protocol/staff';
import { now } from '../../../platform/db/clock.ts';
import { readLeases } from '../../../platform/db/lease.ts';
import { readAudit } from '../../ledger/index.ts';
import { readLastHeader } from '../../market/index.ts';
import type { StaffDeps } from '../staff-deps.ts';

/** Returns what the database knows of the running product. What it does not know is left out, never guessed. */
export async function readState({ db }: Pick<StaffDeps, 'db'>): Promise<Output<typeof getState>> {
  const [at, audit, block, leases] = await Promise.all([now(db), readAudit(db), readLastHeader(db), readLeases(db)]);
  return {
    at: at.getTime(),
    auditor: { ran_at: audit.ran_at.getTime(), breach: audit.breach ?? audit.seal_breach },
    prices: block === undefined ? null : { block: block.number, at: block.atMs, ticks: block.count },
    leases: leases.map(({ name, heartbeat_at: heartbeatAt }) => ({ name, heartbeat_at: heartbeatAt.getTime() })),
  };
}
