import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltWeb } from './built-web.ts';

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
