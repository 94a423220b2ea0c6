import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const MANIFEST = '.vite/manifest.json';
const GZIP_LEVEL = 9;

/** One JavaScript file of the build. */
type Chunk = {
  readonly file: string;
  /** Source module whose `import()` loads this file, if any. */
  readonly lazyDoor: string | undefined;
  readonly imports: readonly string[];
};

export type BuiltWeb = { readonly folder: string; readonly chunks: ReadonlyMap<string, Chunk> };

/** Vite's manifest: entries reference one another by key. */
type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly src?: string;
      readonly isDynamicEntry?: boolean;
      readonly imports?: readonly string[];
    }
  >
>;

/** Reads a build's JavaScript files and their imports from the bundler's manifest. */
export function readBuiltWeb(folder: string): BuiltWeb {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new Error(`${folder} is no build with a manifest`);
  return { folder, chunks: chunksOf(JSON.parse(readFileSync(path, 'utf8')) as Manifest) }; // Vite format.
}

export function chunksOf(manifest: Manifest): ReadonlyMap<string, Chunk> {
  const fileOf = (key: string) => {
    const file = manifest[key]?.file;
    if (file === undefined) throw new Error(`the manifest has no ${key}`);
    return file;
  };
  const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
  return new Map(
    scripts.map(({ file, src, isDynamicEntry = false, imports = [] }) => [
      file,
      { file, lazyDoor: isDynamicEntry ? src : undefined, imports: imports.map(fileOf) },
    ]),
  );
}

/** Returns the gzipped size of a file. */
export const gzippedBytes = ({ folder }: BuiltWeb, file: string) =>
  gzipSync(readFileSync(join(folder, file)), { level: GZIP_LEVEL }).length;
