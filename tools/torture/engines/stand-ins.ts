import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { patchSources, type SourcePatch } from '../source-patch.ts';

/** Import to replace in some builds. Everything else in the engine is the product's code. */
export type StandIn = {
  /** Injected fault, or `every build`. */
  readonly for: string;
  /** End of the importing file's path. */
  readonly importer: RegExp;
  readonly specifier: string;
  /** Path of the file that is imported instead. */
  readonly file: string;
};

/** Change inside a file, where no import can be replaced. */
export type BuildPatch = SourcePatch & { readonly for: string };

/** Builds of a product's engine. */
export type EngineBuilds = {
  /** The file that exports them as `BUILDS`: every engine process imports it. */
  readonly file: string;
  readonly standIns: readonly StandIn[];
  readonly patches: readonly BuildPatch[];
  /**
   * What a fault changes in the database. The tables refuse some results by themselves; the audit must find them without
   * that help.
   */
  readonly tables?: Readonly<Record<string, string>>;
};

/** Stand-ins that the builds of every product have: its module is watched, and one fault answers before the commit. */
export const commonStandIns = (module: string, watched: string): readonly StandIn[] => [
  {
    for: 'every build',
    importer: /\/src\/bin\/engine-app\.ts$/,
    specifier: `../modules/${module}/index.ts`,
    file: watched,
  },
  {
    for: 'answer-before-commit',
    importer: /\/src\/engine\/batch\.ts$/,
    specifier: '../platform/db/transact.ts',
    file: join(import.meta.dirname, 'fault-early-answers.ts'),
  },
];

/** A build may have several faults, as `one+other`. */
const isFor = (injectedFault: string) => (it: { readonly for: string }) =>
  it.for === 'every build' || injectedFault.split('+').includes(it.for);

/**
 * Installs the stand-ins and patches; must run before any engine import. The returned function lists those actually
 * used.
 */
export function putInStandIns(
  injectedFault: string,
  { standIns, patches }: Pick<EngineBuilds, 'standIns' | 'patches'>,
): () => readonly string[] {
  const used = new Set<string>();
  const wanted = standIns.filter(isFor(injectedFault));
  patchSources(patches.filter(isFor(injectedFault)), (url) => used.add(url));
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = wanted.find((it) => it.specifier === specifier && it.importer.test(context.parentURL ?? ''));
      if (found === undefined) return next(specifier, context);
      used.add(found.file);
      return next(pathToFileURL(found.file).href, context);
    },
  });
  return () => [...used];
}

/** Returns how many stand-ins and patches a build must have used. */
export function stoodInOf(injectedFault: string, { standIns, patches }: EngineBuilds): number {
  const files = [
    ...standIns.filter(isFor(injectedFault)).map(({ file }) => file),
    ...patches.filter(isFor(injectedFault)).map(({ file }) => file.source),
  ];
  return new Set(files).size;
}
