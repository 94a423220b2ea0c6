/** The rows of the import table: a place is a package, or a folder of an app with rights of its own. */
export const PLACES = [
  'base',
  'money',
  'matching',
  'verifier',
  'domain',
  'protocol',
  'i18n',
  'ui',
  'testkit',
  'server/platform',
  'server/engine',
  'server/modules',
  'server/bin',
  'server/test',
  'web/shared',
  'web/features',
  'web/app',
  'web/test',
  'admin/shared',
  'admin/features',
  'admin/app',
  'admin/test',
  'e2e',
  'tools',
  'config',
] as const;

export type Place = (typeof PLACES)[number];

const APP_FOLDER =
  /^apps\/(?:(server)\/src\/(?:(platform|engine|bin)|(modules)\/[^/]+)|(web|admin)\/src\/(?:(app|shared)|(features)\/[^/]+))\//;
const UNIT = /^(?:apps\/server\/src\/modules|packages\/domain\/src|apps\/(?:web|admin)\/src\/features)\/([^/]+)\//;

/** Whose rights a file has; nothing for a file in a folder that the table does not know. */
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

/** The folder of the package.json that speaks for a file; empty for the root. */
export function ownerOf(path: string): string {
  return /^(?:(?:apps|packages)\/[^/]+|tools)(?=\/)/.exec(path)?.[0] ?? '';
}

/** The server module, domain feature or screen feature a file belongs to. */
export function unitOf(path: string): string | undefined {
  return UNIT.exec(path)?.[1];
}

/**
 * Tests may use what a shipped file may not: the testkit, Node and development tools. Journeys are tests,
 * and so is what lies in a `test` folder beside `src`: several tests share it, and nothing else sees it.
 */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^apps\/e2e\/|^(?:apps|packages)\/[^/]+\/test\//.test(path);
}

function known(name: string | undefined): Place | undefined {
  return PLACES.find((place) => place === name);
}
