import { posix } from 'node:path';
import type { Source, Tree } from '../tidy/tree.ts';
import { followBarrels } from './barrels.ts';

/** Map from a file, or a folder with a trailing slash, to the files that use it. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Builds the graph of run-time use: by an import that is not type-only, through barrels to what it names; by a path in a
 * string (a program that is started, a file or folder that is read); by a slot of a screen that another feature fills.
 */
export function usersOf(tree: Tree): Graph {
  const graph = new Map<string, Set<string>>();
  const add = (used: string, user: string) => graph.set(used, (graph.get(used) ?? new Set()).add(user));
  const places = placesOf(tree);
  const { usedBy, allOf } = followBarrels(tree);
  for (const source of tree.sources) {
    for (const used of [...usedBy(source), ...namedIn(source, places).flatMap((named) => [...allOf(named)])])
      add(used, source.path);
  }
  for (const { panel, screens } of slotsOf(tree)) for (const screen of screens) add(panel, screen);
  return graph;
}

/** Returns the files and everything that uses one of them, transitively; `counts` leaves out some uses. */
export function reach(
  graph: Graph,
  files: readonly string[],
  counts: (used: string, user: string) => boolean = () => true,
): ReadonlySet<string> {
  const found = new Set(files);
  for (const file of found) {
    for (const used of [file, ...foldersOf(file)])
      for (const user of graph.get(used) ?? []) if (counts(file, user)) found.add(user);
  }
  return found;
}

/** Whether an import or a string in the code refers to this file. */
export const isUsed = (graph: Graph, file: string): boolean =>
  graph.has(file) || foldersOf(file).some((folder) => graph.has(folder));

/** Returns the folders of a path: `a/b/` and `a/` for `a/b/c.ts`. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}

type Places = { readonly files: ReadonlySet<string>; readonly folders: ReadonlySet<string> };

function placesOf({ files }: Tree): Places {
  const paths = files.map(({ path }) => path);
  return { files: new Set(paths), folders: new Set(paths.flatMap(foldersOf)) };
}

/** Matches a path between quotes, or the part of a template before its first value. */
const PATH = /(['"`])((?:\.{1,2}\/)*[\w@-][\w@.-]*(?:\/[\w@.-]+)*\/?)(\1|\$\{)/g;

/**
 * Returns the paths named in a file, relative to it or to the repository. Ignores references to a folder by files
 * inside it.
 */
function namedIn({ path, uncommented, imports }: Source, { files, folders }: Places): string[] {
  const imported = new Set(imports.map(({ specifier }) => specifier));
  const named = [...uncommented.matchAll(PATH)].flatMap(([, , text = '', end]) => {
    if (imported.has(text)) return [];
    const place = end === '${' ? text.slice(0, text.lastIndexOf('/') + 1) : text;
    return [posix.join(posix.dirname(path), place), posix.normalize(place)].flatMap((candidate) => {
      if (files.has(candidate)) return [candidate];
      const folder = `${candidate.replace(/\/$/, '')}/`;
      return place.includes('/') && folders.has(folder) && !path.startsWith(folder) ? [folder] : [];
    });
  });
  return [...new Set(named)].filter((used) => used !== path && isFollowed(path, used));
}

/**
 * Tools start the whole product: the parts a trial covers are in its `touches`, not in the paths it starts. The tables of
 * the selection read none of the folders they name.
 */
const isFollowed = (user: string, used: string) =>
  !user.startsWith('tools/') || (used.startsWith('tools/') && !user.startsWith('tools/affected/'));

const PANEL = /'([a-z]+\.[a-z-]+)':\s*\{[^}]*?import\('([^']+)'\)/g;
const SLOT = /\bname=(?:"([a-z]+\.[a-z-]+)"|\{`([a-z]+\.)\$\{)/g;

/** Returns panels and the screens with a slot for them: neither imports the other. */
function slotsOf({ sources }: Tree): { readonly panel: string; readonly screens: readonly string[] }[] {
  const slots = sources
    .filter(({ text }) => text.includes('<Slot'))
    .flatMap(({ path, text }) => [...text.matchAll(SLOT)].map(([, name, start]) => ({ path, name, start })));
  return sources
    .filter(({ path }) => /^apps\/[^/]+\/src\/.*\bpanels\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(PANEL)].map(([, name = '', file = '']) => {
        const shown = slots.filter((slot) => slot.name === name || (slot.start && name.startsWith(slot.start)));
        return { panel: posix.join(posix.dirname(path), file), screens: shown.map((slot) => slot.path) };
      }),
    );
}
