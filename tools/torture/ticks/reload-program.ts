import { createEngine } from '@app/server/bin/engine-app';
import { openLog } from '@app/server/platform/process/log';
import { SILENT_BUS } from './lanes.ts';

/** The product's engine, which reports how often it has loaded a shard: `node reload-program.ts <url>`. */
const [url = ''] = process.argv.slice(2);
const SHARD = 'spot-demo';
const LOOK_EVERY_MS = 10;

process.once('disconnect', () => process.exit()); // The rig is gone.

const engine = await createEngine({ url, bus: SILENT_BUS, log: openLog('engine', 'silent') });
let last = '';
setInterval(() => {
  const found = engine.describe().shards.find(({ name }) => name === SHARD);
  if (found === undefined || found.lease === last) return;
  last = found.lease;
  process.send?.({ lease: last, atMs: performance.timeOrigin + performance.now() });
}, LOOK_EVERY_MS);
await engine.run(new AbortController().signal); // Ended by a kill only.
