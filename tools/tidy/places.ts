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
  'admin/features',
  'admin/app',
  'admin/test',
  'e2e',
  'tools',
  'config',
] as const;

export type Place = (typeof PLACES)[number];

const APP_FOLDER =
  /^apps\/(?:(server)\/src\/(?:(platform|edge|gateway|engine|bin)|(modules)\/[^/]+)|(web|admin)\/src\/(?:(app|data|lib)|(features)\/[^/]+))\//;
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
