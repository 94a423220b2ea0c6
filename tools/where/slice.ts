/** Headings of a slice with the file patterns of a feature under each. `<f>` is the feature's name. */
const HEADINGS = {
  protocol: ['packages/protocol/src/<f>/', 'packages/protocol/src/(?:events|socket)/<f>\\.'],
  domain: ['packages/domain/src/<f>/'],
  server: ['apps/server/src/modules/<f>/', 'apps/server/migrations/(?:.*[^a-z])?<f>(?![a-z])'],
  web: ['apps/web/src/features/<f>/', 'apps/web/src/data/<f>/'],
  ui: ['packages/ui/src/(?:[a-z]+/)?<f>/'],
  admin: ['apps/admin/src/features/<f>/'],
  i18n: ['packages/i18n/(?:src/)?<f>/'],
  e2e: ['apps/e2e/(?:.*[^a-z])?<f>(?![a-z])'],
} as const;

type Heading = keyof typeof HEADINGS;
type Slice = readonly { readonly heading: Heading; readonly paths: readonly string[] }[];

/** Folders named after a feature, from which its name is derived. */
const NAMED_AFTER_IT =
  /^(?:packages\/(?:protocol|domain|i18n)\/src|packages\/i18n|apps\/server\/src\/modules|apps\/(?:web|admin)\/src\/features)\/([a-z][a-z0-9-]*)\//;
const NOT_FEATURES = ['src', 'events', 'socket', 'errors', 'test'];

/** Returns the feature whose folder contains a file. */
export function featureOf(path: string): string | undefined {
  const name = NAMED_AFTER_IT.exec(path)?.[1];
  return name === undefined || NOT_FEATURES.includes(name) ? undefined : name;
}

/** Returns all features that have a folder, in alphabetical order. */
export function featuresOf(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => featureOf(path) ?? []))].sort();
}

/** Returns one feature's files, from the wire to the journeys; headings without a file are omitted. */
export function sliceOf(feature: string, paths: readonly string[]): Slice {
  return (Object.keys(HEADINGS) as Heading[]) // the keys are exactly the headings
    .map((heading) => {
      const patterns = HEADINGS[heading].map((pattern) => new RegExp(`^${pattern.replace('<f>', feature)}`));
      return { heading, paths: paths.filter((path) => patterns.some((pattern) => pattern.test(path))) };
    })
    .filter((part) => part.paths.length > 0);
}

/** Formats the slice; tests are marked, so that a reader can start with the rest. */
export function print(slice: Slice): string {
  const line = (path: string) => `  ${path}${/\.(?:test|spec)\.tsx?$/.test(path) ? '  (test)' : ''}`;
  return slice.map(({ heading, paths }) => [heading, ...paths.map(line)].join('\n')).join('\n');
}
