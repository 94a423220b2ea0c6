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

/** Returns a file and all its static imports. */
function withImports({ chunks }: BuiltWeb, file: string): Set<string> {
  const found = new Set<string>();
  const visit = (one: string) => {
    if (found.has(one)) return;
    found.add(one);
    chunks.get(one)?.imports.forEach(visit);
  };
  visit(file);
  return found;
}

/**
 * Returns the files a browser fetches for the frame around an empty screen: the page's scripts and all their imports.
 */
export function frameFiles(web: BuiltWeb): Set<string> {
  const page = readFileSync(join(web.folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/h5\/([^"]+\.js)"/g)].map(([, file = '']) => file);
  if (named.length === 0) throw new Error('the page names no script');
  return new Set(named.flatMap((file) => [...withImports(web, file)]));
}

export type LazyPart = { readonly door: string; readonly files: readonly string[] };

/** Returns all files loaded after the frame. */
export function laterFiles(web: BuiltWeb): Set<string> {
  const frame = frameFiles(web);
  return new Set(doorsOf(web).flatMap(({ file }) => [...withImports(web, file)].filter((one) => !frame.has(one))));
}

/** First page: its imports are already loaded for all other parts. Its own size is measured by opening it. */
const FIRST_PAGE = /home-screen\.tsx$/;

/** Returns every screen and other lazily loaded part, with the files only it adds. */
export function lazyParts(web: BuiltWeb): LazyPart[] {
  const doors = doorsOf(web);
  const first = doors.find(({ door }) => FIRST_PAGE.test(door));
  if (first === undefined) throw new Error('there is no home');
  const known = new Set([...frameFiles(web), ...withImports(web, first.file)]);
  known.delete(first.file);
  return doors.map(({ door, file }) => ({ door, files: [...withImports(web, file)].filter((one) => !known.has(one)) }));
}

const doorsOf = ({ chunks }: BuiltWeb) =>
  [...chunks.values()].flatMap(({ lazyDoor, file }) => (lazyDoor === undefined ? [] : [{ door: lazyDoor, file }]));
