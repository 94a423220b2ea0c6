import { ownerOf } from './places.ts';
import { nameOfOwner } from './resolve.ts';
import type { Finding, Rule, Source, Tree } from './tree.ts';

/**
 * Requires every import of a package to be listed in its package.json, instead of relying on another package's
 * dependency.
 */
export const dependencies: Rule = {
  name: 'dependencies',
  check: (tree: Tree) => tree.sources.flatMap((source) => checkSource(source, tree)),
};

function checkSource(source: Source, { manifests }: Tree): Finding[] {
  const { path, owner } = source;
  const own = manifests.get(owner);
  const root = manifests.get('');
  const listed = new Set(own?.dependencies);
  if (isDevelopment(source))
    for (const names of [own?.devDependencies, root?.dependencies, root?.devDependencies])
      for (const name of names ?? []) listed.add(name);

  return source.imports.flatMap(({ target, line }) => {
    if (target.kind === 'node' || (target.kind === 'file' && target.way === 'relative')) return [];
    if (target.kind === 'file' && ownerOf(target.path) === owner) return [];
    const name = target.kind === 'file' ? nameOfOwner(target.path) : target.name;
    if (listed.has(name)) return [];
    const manifest = owner === '' ? 'package.json' : `${owner}/package.json`;
    return [
      { path, line, advice: `${name} is not among the dependencies in ${manifest}; list it there or do without.` },
    ];
  });
}

/** Checks for files that are never shipped and may use development dependencies. */
function isDevelopment({ isTest, place }: Source): boolean {
  return isTest || place === 'tools' || place === 'config';
}
