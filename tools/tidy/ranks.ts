import { unitOf } from './places.ts';
import type { Finding, Rule, Source, Tree } from './tree.ts';

/**
 * Ranks of modules: a module imports only lower ranks; to reach higher ones it publishes an event, within its rank it
 * does neither.
 */
export const RANKS: readonly (readonly string[])[] = [
  ['ledger', 'reference', 'notify', 'media'],
  ['auth', 'limits', 'kyc', 'content', 'market', 'chat', 'proof'],
  ['wallet'],
  ['spot', 'contract', 'seconds', 'otc', 'invest', 'mining', 'ieo', 'loan', 'nft', 'game'],
  ['copy', 'invite', 'bonus'],
  ['admin'],
];

const rankOf = (module: string) => RANKS.findIndex((rank) => rank.includes(module));

/** Keeps the server's modules in layers, so that a change affects only layers above it. */
export const ranks: Rule = {
  name: 'ranks',
  check: ({ sources }: Tree) => {
    const modules = sources.filter(({ place }) => place === 'server/modules');
    return [...findUnranked(modules), ...modules.flatMap(checkImports)];
  },
};

function findUnranked(modules: readonly Source[]): Finding[] {
  const firstFiles = new Map(modules.toReversed().map(({ unit, path }) => [unit ?? '', path]));
  return [...firstFiles]
    .filter(([module]) => rankOf(module) === -1)
    .map(([module, path]) => ({ path, line: 1, advice: `module ${module} has no rank: give it one in ranks.ts.` }));
}

function checkImports({ path, unit = '', imports }: Source): Finding[] {
  return imports.flatMap(({ target, line }) => {
    const other = target.kind === 'file' && isModule(target.path) ? unitOf(target.path) : undefined;
    if (other === undefined || other === unit || rankOf(other) < rankOf(unit)) return [];
    const way = rankOf(other) === rankOf(unit) ? 'sideways' : 'upwards';
    const instead = way === 'upwards' ? 'publish an event that it reads' : 'let a higher module join the two';
    return [
      { path, line, advice: `${unit} imports ${other} ${way} (${rankOf(unit)} to ${rankOf(other)}); ${instead}.` },
    ];
  });
}

const isModule = (path: string) => path.startsWith('apps/server/src/modules/');
