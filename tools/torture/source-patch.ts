import { registerHooks } from 'node:module';

/** Change of one source file as a process loads it: the file on the disk stays as it is. */
export type SourcePatch = {
  /** End of the file's path. */
  readonly file: RegExp;
  /** Each text occurs once in the file. */
  readonly replace: readonly (readonly [find: string, by: string])[];
};

/** Installs patches; must run before the files are imported. A patch that no longer fits stops the process. */
export function patchSources(patches: readonly SourcePatch[], onPatched: (url: string) => void = () => {}): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const own = patches.filter(({ file }) => file.test(url));
      if (own.length === 0) return loaded;
      onPatched(url);
      return { ...loaded, source: own.reduce(applyPatch, String(loaded.source)) };
    },
  });
}

/** Returns a source with its replacements. */
export function applyPatch(text: string, { file, replace }: SourcePatch): string {
  return replace.reduce((patched, [find, by]) => {
    if (patched.split(find).length !== 2) throw new Error(`the patch no longer fits: "${find}" in ${file}`);
    return patched.replace(find, () => by);
  }, text);
}
