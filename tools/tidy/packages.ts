import { posix } from 'node:path';

/** Rows of the import table: a place is a package, or a folder of an app with its own permissions. */
export const PLACES = [
  'base',
  'money',
  'matching',
  'verifier',
  'domain',
  'protocol',
  'i18n',
  'client',
  'ui',
  'testkit',
  'server/platform',
  'server/edge',
  'server/gateway',
  'server/engine',
  'server/modules',
  'server/bin',
  'server/test',
  'web/lib',
  'web/data',
  'web/features',
  'web/app',
  'web/test',
  'admin/lib',
  'admin/data',
  'admin/parts',
  'admin/features',
  'admin/app',
  'e2e',
  'tools',
  'config',
] as const;

export type Place = (typeof PLACES)[number];

const APP_FOLDER =
  /^apps\/(?:(server)\/src\/(?:(platform|edge|gateway|engine|bin)|(modules)\/[^/]+)|(web)\/src\/(?:(app|data|lib)|(features)\/[^/]+)|(admin)\/src\/(?:(app|data|lib|parts)|(features)\/[^/]+))\//;
const UNIT = /^(?:apps\/server\/src\/modules|packages\/domain\/src|apps\/(?:web|admin)\/src\/features)\/([^/]+)\//;

/** Returns the place of a file; undefined for a folder that is not in the table. */
export function placeOf(path: string): Place | undefined {
  if (/\.config\.[a-z]+$/.test(path)) return 'config';
  if (path.startsWith('packages/')) return known(path.split('/')[1]);
  if (path.startsWith('apps/e2e/')) return 'e2e';
  if (path.startsWith('tools/')) return 'tools';
  if (!path.startsWith('apps/')) return 'config';
  const testFolder = /^apps\/([^/]+)\/test\//.exec(path);
  if (testFolder) return known(`${testFolder[1]}/test`);
  const [, ...parts] = APP_FOLDER.exec(path) ?? [];
  return known(parts.filter((part) => part !== undefined).join('/'));
}

/** Returns the folder of the package.json that applies to a file; empty for the root. */
export function ownerOf(path: string): string {
  return /^(?:(?:apps|packages)\/[^/]+|tools)(?=\/)/.exec(path)?.[0] ?? '';
}

/** Returns the server module, domain feature or screen feature of a file. */
export function unitOf(path: string): string | undefined {
  return UNIT.exec(path)?.[1];
}

/**
 * Checks whether a file is a test, which may use what a shipped file may not: the testkit, Node and development tools.
 * Journeys are tests, and so are files in a `test` folder next to `src`: several tests share them, and no other code
 * imports them.
 */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^apps\/e2e\/|^(?:apps|packages)\/[^/]+\/test\//.test(path);
}

function known(name: string | undefined): Place | undefined {
  return PLACES.find((place) => place === name);
}

/** Exports of a package.json: the file behind each name or pattern. */
export type Manifest = ReadonlyMap<string, string>;

type Json = { readonly [key: string]: unknown };

/** Reads the exports of a package.json. A package without `exports` has no public API. */
export function readManifest(text: string): Manifest {
  const { exports } = asObject(JSON.parse(text));
  const doors = typeof exports === 'string' ? { '.': exports } : asObject(exports);
  return new Map(
    bySharpness(Object.entries(doors)).flatMap(([door, target]) => {
      const file = fileOf(target);
      return file === undefined ? [] : [[door, file] as const];
    }),
  );
}

/** Returns the file of an export such as `./spot`, or undefined if the package does not export it. */
function openDoor(exports: Manifest, door: string): string | undefined {
  const exact = exports.get(door);
  if (exact !== undefined) return exact.replace(/^\.\//, '');
  for (const [pattern, target] of exports) {
    const [before, after] = pattern.split('*');
    if (before === undefined || after === undefined) continue;
    if (!door.startsWith(before) || !door.endsWith(after) || door.length <= before.length + after.length) continue;
    const middle = door.slice(before.length, door.length - after.length);
    return target.replace('*', middle).replace(/^\.\//, '');
  }
  return undefined;
}

/** Sorts patterns longest first, the order in which Node matches them regardless of the file. */
const bySharpness = (doors: [string, unknown][]) => doors.sort(([one], [other]) => other.length - one.length);

function fileOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  const { import: forImport, default: otherwise } = asObject(target);
  return [forImport, otherwise].find((file) => typeof file === 'string');
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}; // an object's fields are unknown
}

/** Target of an import: this repository, Node, or an external package. */
export type Target =
  | { readonly kind: 'file'; readonly path: string; readonly way: 'relative' | 'door' | 'no door' }
  | { readonly kind: 'node' }
  | { readonly kind: 'outside'; readonly name: string };

const SCOPE = '@app/';
const APPS: readonly string[] = ['server', 'web', 'admin', 'e2e'];

/** Resolves a specifier by its text only; no file needs to exist, so a planted tree can be small. */
export function resolve(from: string, specifier: string, manifests: ReadonlyMap<string, Manifest>): Target {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('node:')) return { kind: 'node' };
  if (bare.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(from), bare), way: 'relative' };
  if (bare.startsWith(SCOPE)) return resolveOwn(bare.slice(SCOPE.length), manifests);
  return { kind: 'outside', name: packageName(bare) };
}

/** Returns the name that package.json would list: with the scope, without a path inside the package. */
function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function resolveOwn(rest: string, manifests: ReadonlyMap<string, Manifest>): Target {
  const [name = '', ...inside] = rest.split('/');
  const owner = name === 'tools' ? name : APPS.includes(name) ? `apps/${name}` : `packages/${name}`;
  const manifest = manifests.get(owner);
  const behind = manifest && openDoor(manifest, ['.', ...inside].join('/'));
  if (behind !== undefined) return { kind: 'file', path: `${owner}/${behind}`, way: 'door' };
  const guess = inside[0] === 'src' ? inside : ['src', ...inside, 'index.ts'];
  const way = manifest === undefined && inside[0] !== 'src' ? 'door' : 'no door';
  return { kind: 'file', path: [owner, ...guess].join('/'), way };
}
