import { join } from 'node:path';
import { type BuildPatch, commonStandIns, type EngineBuilds, type StandIn } from '../engines/stand-ins.ts';

const here = (file: string) => join(import.meta.dirname, file);

const STAND_INS: readonly StandIn[] = [
  ...commonStandIns('spot', here('watched-product.ts')),
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

export const BUILDS: EngineBuilds = { file: import.meta.filename, standIns: STAND_INS, patches: PATCHES };
