import { isTest, ownerOf, type Place, placeOf, unitOf } from './packages.ts';
import type { Finding, Rule, Source, Tree } from './tree.ts';

type Row = {
  /** Other places this one may import; its own is always allowed. */
  readonly places: readonly Place[];
  /** External packages: none, those named, or all listed in the package.json. */
  readonly outside: readonly string[] | 'as listed';
  /** Whether it may use Node; code that also runs in a browser may not. */
  readonly node: boolean;
};

const SHARED_BY_ALL: readonly Place[] = ['base', 'money', 'domain', 'protocol', 'i18n'];
const ON_THE_SERVER: readonly Place[] = [...SHARED_BY_ALL, 'matching', 'verifier'];
const ON_A_SCREEN: readonly Place[] = [...SHARED_BY_ALL, 'client', 'verifier', 'ui'];
const PACKAGES: readonly Place[] = [...ON_THE_SERVER, 'client', 'ui'];
const UNDER_BIN: readonly Place[] = [
  'server/platform',
  'server/edge',
  'server/gateway',
  'server/engine',
  'server/modules',
];
const IN_THE_SERVER: readonly Place[] = [...UNDER_BIN, 'server/bin'];

const pure = (places: readonly Place[]): Row => ({ places, outside: [], node: false });
const browser = (places: readonly Place[]): Row => ({ places, outside: 'as listed', node: false });
const server = (places: readonly Place[]): Row => ({ places, outside: 'as listed', node: true });

/** Import table. Every import not listed here is forbidden. */
export const MAY_IMPORT: Readonly<Record<Place, Row>> = {
  base: pure([]),
  money: pure(['base']),
  matching: pure(['base']),
  verifier: pure([]),
  domain: { places: ['base', 'money'], outside: ['zod', '@noble/hashes', '@scure/base'], node: false },
  protocol: { places: ['base', 'money', 'domain'], outside: ['zod'], node: false },
  i18n: browser([]),
  client: browser(SHARED_BY_ALL),
  ui: browser(['base', 'money']),
  testkit: server(PACKAGES),
  'server/platform': server(['base', 'money', 'protocol', 'i18n']),
  'server/edge': server(['base', 'protocol', 'i18n', 'server/platform']),
  'server/gateway': server(['base', 'money', 'protocol', 'server/platform']),
  'server/engine': server([...ON_THE_SERVER, 'server/platform']),
  'server/modules': server([...ON_THE_SERVER, 'server/platform', 'server/engine', 'server/gateway']),
  'server/bin': server([...ON_THE_SERVER, ...UNDER_BIN]),
  'server/test': server([...ON_THE_SERVER, ...IN_THE_SERVER, 'testkit']),
  'web/lib': browser(['base', 'money', 'client']),
  'web/data': browser([...SHARED_BY_ALL, 'client', 'web/lib']),
  'web/features': browser([...ON_A_SCREEN, 'web/lib', 'web/data']),
  'web/app': browser([...ON_A_SCREEN, 'web/lib', 'web/data', 'web/features']),
  'web/test': browser([...ON_A_SCREEN, 'web/lib', 'web/data', 'web/features', 'web/app', 'testkit', 'config']),
  'admin/lib': browser([]),
  'admin/data': browser([...SHARED_BY_ALL, 'client', 'admin/lib']),
  'admin/parts': browser([...ON_A_SCREEN, 'admin/lib', 'admin/data']),
  'admin/features': browser([...ON_A_SCREEN, 'admin/lib', 'admin/data', 'admin/parts']),
  'admin/app': browser([...ON_A_SCREEN, 'admin/lib', 'admin/data', 'admin/parts', 'admin/features']),
  e2e: server([...PACKAGES, 'testkit']),
  tools: server([...PACKAGES, ...IN_THE_SERVER, 'testkit']),
  config: server([...PACKAGES, 'tools']),
};

/** Returns what the tests of a place may import beyond its row. */
export const forTestsOf = (place: Place): readonly string[] => ['testkit', `${place.split('/')[0]}/test`];

/** Enforces the chain base ← money ← domain ← protocol ← apps, and all its branches. */
export const directions: Rule = { name: 'directions', check: ({ sources }: Tree) => sources.flatMap(checkDirections) };

function checkDirections(source: Source): Finding[] {
  const { path, place } = source;
  if (place === undefined) {
    if (path.endsWith('.d.ts') || !/\.tsx?$/.test(path)) return [];
    return [{ path, line: 1, advice: 'is in no folder of the import table: move it, or give its folder a row there.' }];
  }
  return source.imports.flatMap(({ target, line, specifier }) => {
    const refused =
      target.kind === 'file'
        ? refusePlace(source, place, target.path)
        : target.kind === 'node'
          ? refuseNode(source, place)
          : refuseOutside(source, place, target.name);
    return refused === undefined ? [] : [{ path, line, advice: `'${specifier}': ${refused}` }];
  });
}

function refusePlace(source: Source, from: Place, path: string): string | undefined {
  const to = placeOf(path);
  if (to === undefined) return 'leads to no folder of the import table; import a place that has a row there.';
  if (isTest(path) && !source.isTest) return 'is for tests only; move what others need out of it.';
  if (to === from) {
    if ((from !== 'web/features' && from !== 'admin/features') || unitOf(path) === source.unit) return undefined;
    return 'features never import one another, app connects them; share it through web/data, or offer a panel.';
  }
  const { places } = MAY_IMPORT[from];
  if (places.includes(to) || (source.isTest && forTestsOf(from).includes(to))) return undefined;
  if (to === 'testkit') return 'the testkit is for tests and tools; move what a shipped file needs to its own package.';
  return `${from} may not import ${to}, only ${listed(places)}; pass the value in, or move the code.`;
}

function refuseNode(source: Source, from: Place): string | undefined {
  if (source.isTest || MAY_IMPORT[from].node) return undefined;
  return `${from} runs without Node; take what it needs as a parameter.`;
}

function refuseOutside(source: Source, from: Place, name: string): string | undefined {
  const { outside } = MAY_IMPORT[from];
  if (source.isTest || outside === 'as listed' || outside.includes(name)) return undefined;
  return `${from} may use ${listed(outside)} from outside; write it here, or move the code to a package that may.`;
}

const listed = (names: readonly string[]) => (names.length === 0 ? 'nothing' : names.join(', '));

const BEHIND_A_DOOR = /^(apps\/server\/src\/modules|packages\/domain\/src)\/[^/]+\//;

/** Requires imports of a module, a feature's rules or a package to use its single public API file. */
export const doors: Rule = { name: 'doors', check: ({ sources }: Tree) => sources.flatMap(checkDoors) };

/** Checks for helpers shared by several tests of one app, which may import internals like the tests themselves. */
const isShared = (path: string) => /^(?:apps|packages)\/[^/]+\/test\//.test(path);

function checkDoors(source: Source): Finding[] {
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

/**
 * Ranks of modules: a module imports only lower ranks; to reach higher ones it publishes an event, within its rank it
 * does neither.
 */
export const RANKS: readonly (readonly string[])[] = [
  ['ledger', 'reference', 'notify', 'media', 'trail', 'custody'],
  ['auth', 'limits', 'content', 'market', 'chat', 'proof'],
  ['wallet', 'payee', 'kyc', 'staff', 'deposit'],
  [
    'spot',
    'convert',
    'contract',
    'seconds',
    'withdrawal',
    'sweep',
    'otc',
    'invest',
    'mining',
    'ieo',
    'loan',
    'nft',
    'game',
  ],
  ['copy', 'invite', 'bonus', 'statement', 'reconciliation', 'payout'],
  ['export', 'claim'],
  ['admin', 'support'],
];

const rankOf = (module: string) => RANKS.findIndex((rank) => rank.includes(module));

/** Keeps the server's modules in layers, so that a change affects only layers above it. */
export const ranks: Rule = {
  name: 'ranks',
  check: ({ sources }: Tree) => {
    const modules = sources.filter(({ place }) => place === 'server/modules');
    return [...findUnranked(modules), ...modules.flatMap(checkRanks)];
  },
};

function findUnranked(modules: readonly Source[]): Finding[] {
  const firstFiles = new Map(modules.toReversed().map(({ unit, path }) => [unit ?? '', path]));
  return [...firstFiles]
    .filter(([module]) => rankOf(module) === -1)
    .map(([module, path]) => ({
      path,
      line: 1,
      advice: `module ${module} has no rank: give it one in import-rules.ts.`,
    }));
}

function checkRanks({ path, unit = '', imports }: Source): Finding[] {
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
