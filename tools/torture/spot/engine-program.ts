import { flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Checkpoint } from '@app/server/engine/leadership';
import { openBus } from '@app/server/platform/bus/bus';
import { readEngineConfig } from '@app/server/platform/process/config';
import { openLog } from '@app/server/platform/process/log';
import { patchSources, type SourcePatch } from '../source-patch.ts';
import type { EngineMessage, InjectedFault, Order, Trap } from './terms.ts';

type StandIn = {
  readonly for: InjectedFault | 'every build';
  /** End of the importing file's path. */
  readonly importer: RegExp;
  readonly specifier: string;
  readonly file: string;
};

/** Imports to replace. Everything else in the engine is the product's code. */
const STAND_INS: readonly StandIn[] = [
  {
    for: 'every build',
    importer: /\/src\/bin\/engine-app\.ts$/,
    specifier: '../modules/spot/index.ts',
    file: 'watched-product.ts',
  },
  {
    for: 'answer-before-commit',
    importer: /\/src\/engine\/batch\.ts$/,
    specifier: '../platform/db/transact.ts',
    file: 'fault-early-answers.ts',
  },
  {
    for: 'no-epoch-check',
    importer: /\/src\/engine\/[a-z-]+\.ts$/,
    specifier: '../platform/db/lease.ts',
    file: 'fault-no-fence.ts',
  },
  {
    for: 'no-idempotency',
    importer: /\/src\/engine\/batch\.ts$/,
    specifier: './engine.store.ts',
    file: 'fault-no-records.ts',
  },
  {
    for: 'fee-rounded-down',
    importer: /\/trading\/settle-fill\.ts$/,
    specifier: '@app/domain/spot',
    file: 'fault-low-fees.ts',
  },
];

/** Faults inside a class whose fields are private, where no import can be replaced. */
const PATCHES: readonly (SourcePatch & { readonly for: InjectedFault })[] = [
  {
    for: 'newest-first',
    file: /\/matching\/src\/book-side\.ts$/,
    // A new order goes before the first of its price, and the last one stays.
    replace: [
      [
        'const better = level.last;',
        'let better = level.last; while (better?.level === level) better = better.better;',
      ],
      ['level.last = node;', 'if (level.last?.level !== level) level.last = node;'],
    ],
  },
];

/**
 * Installs the stand-ins and patches; must run before any engine import. The returned function lists those actually
 * used.
 */
function putInStandIns(injectedFault: InjectedFault): () => readonly string[] {
  const used = new Set<string>();
  const wanted = STAND_INS.filter((it) => it.for === 'every build' || it.for === injectedFault);
  const patches = PATCHES.filter((it) => it.for === injectedFault);
  patchSources(patches, (url) => used.add(url));
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = wanted.find((it) => it.specifier === specifier && it.importer.test(context.parentURL ?? ''));
      if (found === undefined) return next(specifier, context);
      used.add(found.file);
      return next(pathToFileURL(join(import.meta.dirname, found.file)).href, context);
    },
  });
  return () => [...used];
}

type Traps = {
  onCheckpoint(point: Checkpoint, shard: string): void | Promise<void>;
  follow(order: Exclude<Order, { kind: 'compare' }>): void;
};

/** Kills or holds this process at a point the rig names. */
function createTraps(send: (message: EngineMessage) => void): Traps {
  let trap: Trap | undefined;
  let skip = 0;
  let goOn: () => void = () => {};
  const spring = async (sprung: Trap): Promise<void> => {
    if (sprung.action === 'hold') {
      const released = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      send({ kind: 'holding', trap: sprung });
      return await released;
    }
    if (sprung.delayMs !== undefined) return void setTimeout(die, sprung.delayMs);
    die();
    await new Promise(() => {}); // The signal may be delayed; execution stops here.
  };
  return {
    onCheckpoint: (point, shard) => {
      if (trap?.point !== point || trap.shard !== shard) return undefined;
      skip -= 1;
      if (skip >= 0) return undefined;
      const sprung = trap;
      trap = undefined;
      return spring(sprung);
    },
    follow: (order) => {
      if (order.kind === 'go on') return goOn();
      trap = order.kind === 'trap' ? order.trap : undefined;
      skip = trap?.skip ?? 0;
    },
  };
}

const die = () => void process.kill(process.pid, 'SIGKILL');

/** Production engine controlled by a rig: `node engine-program.ts <sabotage>`, ended by the rig. */
const [injectedFault = 'none'] = process.argv.slice(2);
const { DATABASE_URL: url, NATS_URL, ENGINE_BUS_KEY: engineKeys, PUSH_BUS_KEY: pushKeys } = readEngineConfig();
const send = (message: EngineMessage) => void process.send?.(message);

process.once('disconnect', () => process.exit()); // The rig is gone.

const stoodIn = putInStandIns(injectedFault as InjectedFault); // Passed by the rig.
const { createEngine } = await import('@app/server/bin/engine-app');
const { watch } = await import('./watched-product.ts');
const log = openLog('engine', 'info');
const bus = openBus({ url: NATS_URL, name: 'engine', log, engineKeys, pushKeys });
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
