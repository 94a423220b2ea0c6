import { join } from 'node:path';
import { runEngine, sendToRig } from '../engines/run-engine.ts';
import { type BuildPatch, putInStandIns, type StandIn } from '../engines/stand-ins.ts';
import type { InjectedFault } from './terms.ts';

const here = (file: string) => join(import.meta.dirname, file);

const STAND_INS: readonly StandIn[] = [
  {
    for: 'every build',
    importer: /\/src\/bin\/engine-app\.ts$/,
    specifier: '../modules/spot/index.ts',
    file: here('watched-product.ts'),
  },
  {
    for: 'answer-before-commit',
    importer: /\/src\/engine\/batch\.ts$/,
    specifier: '../platform/db/transact.ts',
    file: here('../engines/fault-early-answers.ts'),
  },
  {
    for: 'no-epoch-check',
    importer: /\/src\/engine\/[a-z-]+\.ts$/,
    specifier: '../platform/db/lease.ts',
    file: here('../engines/fault-no-fence.ts'),
  },
  {
    for: 'no-idempotency',
    importer: /\/src\/engine\/batch\.ts$/,
    specifier: './engine.store.ts',
    file: here('fault-no-records.ts'),
  },
  {
    for: 'fee-rounded-down',
    importer: /\/trading\/settle-fill\.ts$/,
    specifier: '@app/domain/spot',
    file: here('fault-low-fees.ts'),
  },
];

/** Faults inside a class whose fields are private, where no import can be replaced. */
const PATCHES: readonly BuildPatch[] = [
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

/** Production engine controlled by a rig: `node engine-program.ts <sabotage>`, ended by the rig. */
const injectedFault = (process.argv[2] ?? 'none') as InjectedFault; // Passed by the rig.
const stoodIn = putInStandIns(injectedFault, { standIns: STAND_INS, patches: PATCHES });
const { compare, watch } = await import('./watched-product.ts');
watch({ send: sendToRig, injectedFault });
await runEngine({ stoodIn, compare });
