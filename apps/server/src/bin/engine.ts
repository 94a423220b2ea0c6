import { readLeaseConfig } from '../platform/config.ts';
import { runIdleProcess } from '../platform/idle-process.ts';

/** The one writer of its shards. Its work comes with the products; until then it holds its lease. */
await runIdleProcess('engine', readLeaseConfig());
