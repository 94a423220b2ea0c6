/** One heading of a slice, and which files of a feature stand under it. `<f>` is the feature's word. */
const HEADINGS = {
  protocol: ['packages/protocol/src/<f>/', 'packages/protocol/src/(?:events|socket)/<f>\\.'],
  domain: ['packages/domain/src/<f>/'],
  server: ['apps/server/src/modules/<f>/', 'apps/server/migrations/(?:.*[^a-z])?<f>(?![a-z])'],
  web: ['apps/web/src/features/<f>/'],
  admin: ['apps/admin/src/features/<f>/'],
  i18n: ['packages/i18n/(?:src/)?<f>/'],
  e2e: ['apps/e2e/(?:.*[^a-z])?<f>(?![a-z])'],
} as const;

type Heading = keyof typeof HEADINGS;
export type Slice = readonly { readonly heading: Heading; readonly paths: readonly string[] }[];

/** Where a feature's word can be learnt: the folders that are named after it. */
const NAMED_AFTER_IT =
  /^(?:packages\/(?:protocol|domain|i18n)\/src|packages\/i18n|apps\/server\/src\/modules|apps\/(?:web|admin)\/src\/features)\/([a-z][a-z0-9-]*)\//;
const NOT_FEATURES = ['src', 'events', 'socket', 'errors', 'test'];

/** The feature whose folder a file is in. */
export function featureOf(path: string): string | undefined {
  const name = NAMED_AFTER_IT.exec(path)?.[1];
  return name === undefined || NOT_FEATURES.includes(name) ? undefined : name;
}

/** All features that have a folder somewhere, in the order of the alphabet. */
export function featuresOf(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => featureOf(path) ?? []))].sort();
}

/** One feature's files, from the wire to the journeys; headings without a file are left out. */
export function sliceOf(feature: string, paths: readonly string[]): Slice {
  return (Object.keys(HEADINGS) as Heading[]) // the keys are exactly the headings
    .map((heading) => {
      const patterns = HEADINGS[heading].map((pattern) => new RegExp(`^${pattern.replace('<f>', feature)}`));
      return { heading, paths: paths.filter((path) => patterns.some((pattern) => pattern.test(path))) };
    })
    .filter((part) => part.paths.length > 0);
}

/** The slice as it is printed: tests are marked, so that a reader can start with the rest. */
export function print(slice: Slice): string {
  const line = (path: string) => `  ${path}${/\.(?:test|spec)\.tsx?$/.test(path) ? '  (test)' : ''}`;
  return slice.map(({ heading, paths }) => [heading, ...paths.map(line)].join('\n')).join('\n');
}
