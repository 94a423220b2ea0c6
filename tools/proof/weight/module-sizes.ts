import { isAbsolute, join, relative } from 'node:path';
import { build, minifySync, type Plugin } from 'vite';
import { REPOSITORY, WEB } from '../../dev/processes.ts';

/** The length of each module when minified by itself, by its path in the repository; of each file of a build. */
export type ModuleSizes = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Builds the web app into a folder of its own, to see which module went into which file. */
export async function buildWithModules(folder: string): Promise<ModuleSizes> {
  const sizes = new Map<string, ReadonlyMap<string, number>>();
  const { NODE_ENV } = process.env;
  await build({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
    plugins: [readModules(sizes)],
  });
  if (NODE_ENV === undefined)
    delete process.env.NODE_ENV; // The configuration sets it, and other trials follow.
  else process.env.NODE_ENV = NODE_ENV;
  return sizes;
}

const readModules = (sizes: Map<string, ReadonlyMap<string, number>>): Plugin => ({
  name: 'read-modules',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue;
      const modules = Object.entries(output.modules).map(
        ([id, { code }]) => [pathOf(id), minifiedLength(code ?? '')] as const,
      );
      sizes.set(output.fileName, new Map(modules));
    }
  },
});

/** Modules the bundler made itself are no files; those a plugin made of a file carry marks around its name. */
function pathOf(id: string): string {
  const file = id.replace(/^\0|\?.*$/g, '');
  return isAbsolute(file) ? relative(REPOSITORY, file) : 'bundler';
}

/** Nothing is left out of a module by itself: what can be left out, the bundler has left out before. */
const minifiedLength = (code: string) =>
  minifySync('module.js', code, { compress: false, mangle: { toplevel: true } }).code.length;
