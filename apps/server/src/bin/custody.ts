import { readLeaseConfig } from '../platform/config.ts';
import { runIdleProcess } from '../platform/idle-process.ts';

/** The only holder of keys. Its work comes with deposits and withdrawals; until then it holds its lease. */
await runIdleProcess('custody', readLeaseConfig());
