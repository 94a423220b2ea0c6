import { readLeaseConfig } from '../platform/process/config.ts';
import { runIdleProcess } from '../platform/process/idle-process.ts';

/** Only holder of keys. Its work comes with deposits and withdrawals; until then it only holds its lease. */
await runIdleProcess('custody', readLeaseConfig());
