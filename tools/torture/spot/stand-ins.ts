import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InjectedFault } from './terms.ts';

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
    importer: /\/src\/engine\/run-batch\.ts$/,
    specifier: '../platform/transact.ts',
    file: 'fault-early-answers.ts',
  },
  {
    for: 'no-epoch-check',
    importer: /\/src\/engine\/[a-z-]+\.ts$/,
    specifier: '../platform/lease.ts',
    file: 'fault-no-fence.ts',
  },
  {
    for: 'no-idempotency',
    importer: /\/src\/engine\/run-batch\.ts$/,
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

/** Installs the stand-ins; must run before any engine import. The returned function lists those actually used. */
export function putInStandIns(injectedFault: InjectedFault): () => readonly string[] {
  const used = new Set<string>();
  const wanted = STAND_INS.filter((it) => it.for === 'every build' || it.for === injectedFault);
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
