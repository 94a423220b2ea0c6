import { posix } from 'node:path';
import { type Manifest, openDoor } from './manifest.ts';
import { ownerOf } from './places.ts';

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

/** Returns the name by which others import a folder's package. */
export function nameOfOwner(path: string): string {
  return SCOPE + (ownerOf(path).split('/').at(-1) ?? '');
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
