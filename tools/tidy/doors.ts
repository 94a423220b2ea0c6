import { ownerOf, unitOf } from './places.ts';
import type { Finding, Rule, Source, Tree } from './tree.ts';

const BEHIND_A_DOOR = /^(apps\/server\/src\/modules|packages\/domain\/src)\/[^/]+\//;

/** Requires imports of a module, a feature's rules or a package to use its single public API file. */
export const doors: Rule = { name: 'doors', check: ({ sources }: Tree) => sources.flatMap(checkSource) };

/** Checks for helpers shared by several tests of one app, which may import internals like the tests themselves. */
const isShared = (path: string) => /^(?:apps|packages)\/[^/]+\/test\//.test(path);

function checkSource(source: Source): Finding[] {
  const { path, owner } = source;
  return source.imports.flatMap(({ target, line, specifier }) => {
    if (target.kind !== 'file') return [];
    const report = (advice: string) => [{ path, line, advice: `'${specifier}' ${advice}` }];
    const other = ownerOf(target.path);
    if (target.way === 'no door') return report(`is not among the exports of ${other}; import what it does export.`);
    if (target.way === 'relative' && other !== owner)
      return report(`leaves ${owner || 'the root'} by a path; import ${nameOf(other)} by name.`);
    const folder = BEHIND_A_DOOR.exec(target.path);
    const isInside = folder !== null && path.startsWith(folder[0]);
    if (folder === null || isInside || (isShared(path) && other === owner) || target.path === `${folder[0]}index.ts`)
      return [];
    return report(
      `goes past the door of ${unitOf(target.path)}; import its index.ts, and export there what is missing.`,
    );
  });
}

const nameOf = (owner: string) => (owner === '' ? 'the package' : `@app/${owner.split('/').at(-1)}`);
