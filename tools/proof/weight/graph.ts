import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltWeb } from './built-web.ts';

/** A file and everything it imports before it can run. */
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

/** What a browser fetches for the frame around an empty screen: what the page names, and all its imports. */
export function frameFiles(web: BuiltWeb): Set<string> {
  const page = readFileSync(join(web.folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/h5\/([^"]+\.js)"/g)].map(([, file = '']) => file);
  if (named.length === 0) throw new Error('the page names no script');
  return new Set(named.flatMap((file) => [...withImports(web, file)]));
}

export type LazyPart = { readonly door: string; readonly files: readonly string[] };

/** Everything that comes after the frame. */
export function laterFiles(web: BuiltWeb): Set<string> {
  const frame = frameFiles(web);
  return new Set(doorsOf(web).flatMap(({ file }) => [...withImports(web, file)].filter((one) => !frame.has(one))));
}

/** The first page: what it brings, every other part finds there. What it weighs itself is measured by opening it. */
const FIRST_PAGE = /home-screen\.tsx$/;

/** Every screen, and whatever else is fetched when it is needed, with what only it brings. */
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
