/** Test tiers a landing can run in full or in part. The page check covers `screens`. */
export const TIERS = ['unit', 'db', 'journeys', 'screens', 'trials'] as const;
export type Tier = (typeof TIERS)[number];

export type Rule = {
  /** Prefix of a path, or the whole path with stars for any text. */
  readonly at: string;
  /** Tiers that run in full when such a file changes, in addition to what the import graph finds. */
  readonly whole: readonly Tier[];
  readonly why: string;
  /** Journeys that run although none of their features is reached. */
  readonly journeys?: readonly string[];
};

const ALL = TIERS;
/** Tiers that show texts. */
const SHOWN: readonly Tier[] = ['db', 'journeys', 'screens'];
/** No test runs or reads such a file; `npm run check` is enough. */
const NOTHING = 'no test reads it';
/** Imports and paths in the code determine what such a file reaches. */
const FOLLOWED = 'followed by its imports';
/** The journeys that open the back office. */
const BACK_OFFICE = ['back-office', 'claim', 'review-desk', 'support', 'withdrawal'];

/**
 * Tiers that run in full when a file changes; the first matching rule applies. A file without a rule runs everything,
 * so a new folder is safe before it has a rule. The table covers what imports do not show: files read from disk,
 * processes started by their path, and code on which nearly everything depends.
 */
export const RULES: readonly Rule[] = [
  // A test reaches only itself.
  { at: '*.test.ts', whole: [], why: FOLLOWED },

  // Read from disk.
  { at: 'apps/server/content/', whole: ['unit', 'db', 'journeys', 'screens'], why: 'articles are read from disk' },
  { at: 'apps/server/migrations/', whole: ['db', 'journeys', 'trials'], why: 'every database is made of migrations' },
  {
    at: 'apps/server/nats/',
    whole: ['db', 'journeys', 'screens', 'trials'],
    why: 'NATS of every tier is started with it',
  },
  { at: 'apps/server/src/modules/export/fonts/', whole: ['unit', 'db'], why: 'PDFs are written with them' },
  { at: 'apps/server/testdata/', whole: ['unit', 'db'], why: 'tests read it from disk' },
  { at: 'docs/spec/', whole: ['unit', 'screens'], why: 'tests and the page check read it from disk' },
  { at: 'apps/admin/*.css', whole: [], journeys: BACK_OFFICE, why: 'no screen of the app loads it' },
  { at: '*.css', whole: ['journeys', 'screens'], why: 'styles reach every screen' },

  // Documents, and files only `npm run check` uses.
  { at: 'docs/OPERATING.md', whole: ['unit'], why: 'tests compare it with the code' },
  { at: 'docs/BENCHMARKS.md', whole: ['unit'], why: 'tests compare it with the code' },
  { at: '.env.example', whole: ['unit'], why: 'tests compare it with the code' },
  { at: '*.md', whole: [], why: NOTHING },
  { at: 'docs/screens/', whole: [], why: NOTHING },
  { at: 'docs/proxy/', whole: [], why: 'its proof declares that it covers it' },
  { at: '*LICENSE', whole: [], why: NOTHING },
  { at: '.gitignore', whole: [], why: NOTHING },
  { at: 'docs/ci-full.json', whole: ['unit'], why: 'tests compare it with the code' },
  { at: 'biome.json', whole: [], why: NOTHING },
  { at: 'knip.json', whole: [], why: NOTHING },

  { at: 'tools/ci/*.json*', whole: [], why: NOTHING }, // Figures and records of earlier runs.
  { at: '.ci/landed', whole: [], why: NOTHING },

  // All tests depend on these.
  { at: '.ci/', whole: ALL, why: 'it runs the tests' },
  { at: '.npmrc', whole: ALL, why: 'it decides which packages are installed' },
  { at: 'package-lock.json', whole: ALL, why: 'it decides which packages are installed' },
  { at: '*package.json', whole: ALL, why: 'it decides which packages are used' },
  { at: 'tsconfig', whole: ALL, why: 'it decides how code is read' },
  { at: '*tsconfig.json', whole: ALL, why: 'it decides how code is read' },
  { at: 'vitest.config.ts', whole: ALL, why: 'it runs the tests' },
  { at: 'packages/testkit/src/venue/', whole: [], why: FOLLOWED },
  { at: 'packages/testkit/src/chain/', whole: [], why: FOLLOWED },
  { at: 'packages/testkit/', whole: ALL, why: 'tests of every tier use it' },
  { at: 'tools/affected/', whole: ALL, why: 'it selects the tests' },
  { at: 'tools/browser/', whole: ALL, why: 'everything in a browser uses it' },
  { at: 'tools/ci/', whole: ALL, why: 'it reports the tests' },
  { at: 'tools/dev/', whole: ALL, why: 'the stack uses it' },
  { at: 'tools/services/', whole: ALL, why: 'it starts the servers of every tier' },
  { at: 'tools/stack/', whole: ALL, why: 'it starts the product' },
  { at: 'tools/trial/', whole: ['trials'], why: 'it runs the trials' },
  { at: '.nvmrc', whole: ALL, why: 'it decides which Node runs' },
  { at: 'tools/pages/', whole: ['screens'], why: 'it checks every screen' },

  // Nearly all of the product depends on these.
  { at: 'packages/base/', whole: ALL, why: 'everything uses it' },
  { at: 'packages/protocol/src/envelope.ts', whole: ALL, why: 'every answer is made with it' },
  { at: 'packages/protocol/src/fields.ts', whole: ALL, why: 'every route is made with it' },
  { at: 'packages/protocol/src/refusals-of.ts', whole: ALL, why: 'every route is made with it' },
  { at: 'packages/protocol/src/route.ts', whole: ALL, why: 'every route is made with it' },
  { at: 'packages/protocol/', whole: [], why: FOLLOWED },
  { at: 'packages/client/', whole: [], why: FOLLOWED },
  ...['kyc', 'mail', 'notice', 'refusal', 'statement'].map(
    (feature): Rule => ({ at: `packages/i18n/src/${feature}/`, whole: SHOWN, why: 'the server reads its texts' }),
  ),
  { at: 'packages/i18n/*.json', whole: SHOWN, why: 'no file of the app shows its texts' },
  { at: 'packages/i18n/', whole: ['journeys', 'screens'], why: 'the app is built with it' },
  { at: 'packages/ui/', whole: ['journeys', 'screens'], why: 'every screen is made of it' },
  { at: 'apps/server/src/bin/', whole: ['journeys', 'trials'], why: 'processes are started by their path' },
  { at: 'apps/server/src/platform/', whole: ['db', 'journeys', 'trials'], why: 'every process stands on it' },
  { at: 'apps/server/src/edge/', whole: ['db', 'journeys', 'trials'], why: 'every request passes it' },
  { at: 'apps/server/src/gateway/', whole: ['db', 'journeys', 'trials'], why: 'every socket is held by it' },
  { at: 'apps/web/src/app/', whole: ['journeys', 'screens'], why: 'it is around every screen' },
  { at: 'apps/web/src/data/', whole: ['journeys', 'screens'], why: 'every feature uses it' },
  { at: 'apps/web/src/lib/', whole: ['journeys', 'screens'], why: 'every feature uses it' },

  // The import graph is more precise here.
  { at: 'apps/e2e/close-browser.ts', whole: ['journeys'], why: 'it is set up by its path' },
  { at: 'apps/e2e/', whole: [], why: FOLLOWED },
  { at: 'apps/server/src/engine/', whole: [], why: FOLLOWED },
  { at: 'apps/server/src/modules/', whole: [], why: FOLLOWED },
  { at: 'apps/server/test/', whole: [], why: FOLLOWED },
  { at: 'apps/web/src/features/', whole: [], why: FOLLOWED },
  { at: 'apps/admin/', whole: [], journeys: BACK_OFFICE, why: 'these journeys open the back office' },
  { at: 'apps/web/', whole: ['journeys', 'screens'], why: 'it builds the app' },
  { at: 'packages/domain/', whole: [], why: FOLLOWED },
  { at: 'packages/matching/', whole: [], why: FOLLOWED },
  { at: 'packages/money/', whole: [], why: FOLLOWED },
  { at: 'packages/verifier/', whole: [], why: FOLLOWED },
  { at: 'tools/bench/', whole: [], why: FOLLOWED },
  { at: 'tools/kyc-provider/', whole: [], why: FOLLOWED },
  { at: 'tools/lint/', whole: [], why: NOTHING },
  { at: 'tools/lock/', whole: [], why: FOLLOWED },
  { at: 'tools/mutants/', whole: [], why: FOLLOWED },
  { at: 'tools/new/', whole: [], why: FOLLOWED },
  { at: 'tools/proof/', whole: [], why: FOLLOWED },
  { at: 'tools/sprites/', whole: [], why: FOLLOWED },
  { at: 'tools/tidy/', whole: [], why: FOLLOWED },
  { at: 'tools/torture/', whole: [], why: FOLLOWED },
  { at: 'tools/venue/', whole: [], why: FOLLOWED },
  { at: 'tools/chain/', whole: [], why: FOLLOWED },
  { at: 'tools/verify/', whole: [], why: FOLLOWED },
  { at: 'tools/warm/', whole: [], why: FOLLOWED },
  { at: 'tools/where/', whole: [], why: FOLLOWED },
];

const UNKNOWN: Rule = { at: '', whole: ALL, why: 'no rule knows this file' };
const UNUSED: Rule = { at: '', whole: ALL, why: 'no import or path leads to it' };

const patternOf = (at: string) =>
  new RegExp(`^${at.replace(/[^\w/*-]/g, '\\$&').replaceAll('*', '.*')}${at.includes('*') ? '$' : ''}`);
const PATTERNS = RULES.map((rule) => ({ rule, pattern: patternOf(rule.at) }));
const isSource = (path: string) => /\.tsx?$/.test(path);

/**
 * Returns the rule of a file. A file that is neither code nor used by any runs everything if its rule relies on
 * imports.
 */
export function ruleOf(path: string, isUsed: (path: string) => boolean): Rule {
  const rule = PATTERNS.find(({ pattern }) => pattern.test(path))?.rule ?? UNKNOWN;
  return rule.why === FOLLOWED && !isSource(path) && !isUsed(path) ? UNUSED : rule;
}

/** Whether the file is a document or a checker's setting, which cannot change any test result. */
export const isHarmless = ({ why }: Rule): boolean => why === NOTHING;
