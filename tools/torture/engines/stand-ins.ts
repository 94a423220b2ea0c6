import { registerHooks } from 'node:module';
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

/** A build may have several faults, as `one+other`. */
const isFor = (injectedFault: string) => (it: { readonly for: string }) =>
  it.for === 'every build' || injectedFault.split('+').includes(it.for);

/**
 * Installs the stand-ins and patches; must run before any engine import. The returned function lists those actually
 * used.
 */
export function putInStandIns(
  injectedFault: string,
  { standIns, patches }: { readonly standIns: readonly StandIn[]; readonly patches: readonly BuildPatch[] },
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
