import { readLeaseConfig } from '../platform/config.ts';
import { runIdleProcess } from '../platform/idle-process.ts';

/** Index prices and their sealed blocks. Its work comes with the markets; until then it holds its lease. */
await runIdleProcess('feed', readLeaseConfig());
