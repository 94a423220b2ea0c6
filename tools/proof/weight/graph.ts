import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltWeb } from './build-web.ts';

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

/** Every screen, and whatever else is fetched when it is needed, with what the frame has not brought already. */
export function lazyParts(web: BuiltWeb): LazyPart[] {
  const frame = frameFiles(web);
  return [...web.chunks.values()].flatMap((chunk) =>
    chunk.lazyDoor === undefined
      ? []
      : [{ door: chunk.lazyDoor, files: [...withImports(web, chunk.file)].filter((file) => !frame.has(file)) }],
  );
}
