import { type BuiltWeb, gzippedBytes } from './built-web.ts';
import { frameFiles, laterFiles } from './graph.ts';
import { kiloBytes } from './measured.ts';
import type { ModuleSizes } from './module-sizes.ts';

/** Packages counted with the package that requires them. */
const BROUGHT_BY: Readonly<Record<string, string>> = {
  react: 'react + react-dom',
  'react-dom': 'react + react-dom',
  scheduler: 'react + react-dom',
  cookie: 'react-router',
  'cookie-es': 'react-router',
  'set-cookie-parser': 'react-router',
  moo: '@lingui',
  '@messageformat': '@lingui',
  unraw: '@lingui',
  '@floating-ui': '@base-ui',
  tabbable: '@base-ui',
  reselect: '@base-ui',
  'use-sync-external-store': '@base-ui',
  '@socket.io': 'socket.io-client',
  'socket.io-parser': 'socket.io-client',
  'engine.io-client': 'socket.io-client',
  'engine.io-parser': 'socket.io-client',
};

const PACKAGE = /^.*node_modules\/([^/]+)/;
const OWN = /^(apps|packages)\/([^/]+)\//;

/** Returns the owner of a module: a library by its first name, or one of our packages. */
function ownerOf(path: string): string {
  const library = PACKAGE.exec(path)?.[1];
  if (library !== undefined) return BROUGHT_BY[library] ?? library;
  const own = OWN.exec(path)?.[2];
  return own === undefined ? 'bundler' : `our ${own}`;
}

/** Returns bytes by owner: each module has its share of its file's compressed size. */
function costByOwner(web: BuiltWeb, sizes: ModuleSizes, files: Iterable<string>): Map<string, number> {
  const costs = new Map<string, number>();
  for (const file of files) {
    const modules = [...(sizes.get(file) ?? [])];
    const length = modules.reduce((sum, [, one]) => sum + one, 0);
    const bytes = gzippedBytes(web, file);
    for (const [path, one] of modules) {
      const owner = ownerOf(path);
      costs.set(owner, (costs.get(owner) ?? 0) + (bytes * one) / length);
    }
  }
  return costs;
}

/** Formats cost by owner: in the first load, and in all lazily loaded parts together. */
export function costTable(web: BuiltWeb, sizes: ModuleSizes): string[] {
  const first = costByOwner(web, sizes, frameFiles(web));
  const later = costByOwner(web, sizes, laterFiles(web));
  const owners = [...new Set([...first.keys(), ...later.keys()])];
  const column = (bytes = 0) => (bytes === 0 ? '' : kiloBytes(bytes).toFixed(1)).padStart(8);
  const weightOf = (owner: string) => [first.get(owner) ?? 0, later.get(owner) ?? 0] as const;
  const sorted = owners.toSorted((a, b) => weightOf(b)[0] - weightOf(a)[0] || weightOf(b)[1] - weightOf(a)[1]);
  const width = Math.max(...owners.map(({ length }) => length));
  return [
    '',
    `Whose code it is (kB)${'frame'.padStart(width - 11)}   later`,
    ...sorted.map((owner) => `    ${owner.padEnd(width)}${column(first.get(owner))}${column(later.get(owner))}`),
  ];
}
