import { flushCompileCache } from 'node:module';
import { openBus } from '@app/server/platform/bus';
import { openLog } from '@app/server/platform/log';
import { putInStandIns } from './stand-ins.ts';
import type { EngineMessage, InjectedFault, Order } from './terms.ts';
import { createTraps } from './traps.ts';

/** Production engine controlled by a rig: `node engine-program.ts <database> <bus> <sabotage>`, ended by the rig. */
const [url = '', natsUrl = '', injectedFault = 'none'] = process.argv.slice(2);
const send = (message: EngineMessage) => void process.send?.(message);

process.once('disconnect', () => process.exit()); // The rig is gone.

const stoodIn = putInStandIns(injectedFault as InjectedFault); // Passed by the rig.
const { createEngine } = await import('@app/server/bin/engine-app');
const { watch } = await import('./watched-product.ts');
const log = openLog('engine', 'info');
const bus = openBus(natsUrl, 'engine', log);
const traps = createTraps(send);
const engine = await createEngine({ url, bus, log, onCheckpoint: traps.onCheckpoint });
const owned = () => engine.describe().shards.flatMap(({ name, lease }) => (lease === 'owner' ? [name] : []));
watch({ send, injectedFault: injectedFault as InjectedFault });

process.on('message', (order: Order) => {
  if (order.kind === 'compare') void compareBooks(order.number);
  else traps.follow(order);
});
send({ kind: 'ready', stoodIn: stoodIn() });
flushCompileCache(); // A killed process writes no cache, and the next one should start as fast as possible.
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
await engine.run(stopping.signal);
await bus.close();
await engine.close();
process.disconnect();

/** Compares order books; skips shards lost during the comparison. */
async function compareBooks(number: number): Promise<void> {
  const { compare } = await import('./watched-product.ts');
  const before = owned();
  const books = await Promise.all(before.map(compare)).catch(() => []);
  const after = owned();
  send({ kind: 'compared', number, books: books.filter(({ shard }) => after.includes(shard)) });
}
