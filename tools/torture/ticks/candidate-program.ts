import { followBlocks } from '@app/server/modules/market';
import { openLog } from '@app/server/platform/process/log';
import { openLanes, SILENT_BUS, toTicks } from './lanes.ts';

/**
 * An engine of the counting product that kills itself at a checkpoint: `node candidate-program.ts <url> <point>`. It
 * learns of blocks from the table alone.
 */
const [adminUrl = '', point = ''] = process.argv.slice(2);

process.once('disconnect', () => process.exit()); // The rig is gone.

await using cleanUp = new AsyncDisposableStack();
const log = openLog('ticks', 'silent');
const { lanes, readPool } = await openLanes({ adminUrl, sabotage: 'none', candidates: 1, log, cleanUp });
for (const lane of lanes)
  lane.trap = {
    point: point as never, // Passed by the rig.
    spring: async () => {
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {}); // The signal may be delayed; execution stops here.
    },
  };
const shards = lanes.flatMap(({ candidates }) => candidates);
const { signal } = new AbortController(); // Ended by a kill only.
const onBlocks = (blocks: readonly Parameters<typeof toTicks>[0][]) => {
  for (const shard of shards) shard.addBlocks(blocks.map(toTicks));
};
await Promise.all([
  followBlocks({ db: readPool, bus: SILENT_BUS, log }, { onBlocks }, signal),
  ...shards.map((shard) => shard.run(signal)),
]);
