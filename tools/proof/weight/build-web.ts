import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, minifySync, type Plugin } from 'vite';
import { REPOSITORY, WEB } from '../../dev/processes.ts';

const GZIP_LEVEL = 9;

/** One JavaScript file of the build and what went into it. */
type Chunk = {
  readonly file: string;
  /** The module whose `import()` fetches it, where there is one. */
  readonly lazyDoor: string | undefined;
  readonly imports: readonly string[];
  /** The length of each module when minified by itself, by its path in the repository. */
  readonly modules: ReadonlyMap<string, number>;
};

export type BuiltWeb = { readonly folder: string; readonly chunks: ReadonlyMap<string, Chunk> };

/** The web app as users get it, in a folder of its own, and which module went into which file. */
export async function buildWeb(folder: string): Promise<BuiltWeb> {
  const chunks = new Map<string, Chunk>();
  const { NODE_ENV } = process.env;
  await build({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
    plugins: [readChunks(chunks)],
  });
  if (NODE_ENV === undefined)
    delete process.env.NODE_ENV; // The configuration sets it, and other trials follow.
  else process.env.NODE_ENV = NODE_ENV;
  return { folder, chunks };
}

const readChunks = (chunks: Map<string, Chunk>): Plugin => ({
  name: 'read-chunks',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue;
      const { fileName: file, isDynamicEntry, facadeModuleId, imports } = output;
      const modules = Object.entries(output.modules).map(
        ([id, { code }]) => [pathOf(id), minifiedLength(code ?? '')] as const,
      );
      const lazyDoor = isDynamicEntry && facadeModuleId !== null ? pathOf(facadeModuleId) : undefined;
      chunks.set(file, { file, lazyDoor, imports, modules: new Map(modules) });
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

/** What a file costs on the way to a browser. */
export const gzippedBytes = ({ folder }: BuiltWeb, file: string) =>
  gzipSync(readFileSync(join(folder, file)), { level: GZIP_LEVEL }).length;
