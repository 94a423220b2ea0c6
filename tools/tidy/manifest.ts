/** Public contents of a package.json: its exports and dependencies. */
export type Manifest = {
  readonly exports: ReadonlyMap<string, string>;
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
};

type Json = { readonly [key: string]: unknown };

/** Reads the fields the rules need. A package without `exports` has no public API. */
export function readManifest(text: string): Manifest {
  const json = asObject(JSON.parse(text));
  const { exports } = json;
  const doors = typeof exports === 'string' ? { '.': exports } : asObject(exports);
  const names = (...fields: string[]) => new Set(fields.flatMap((field) => Object.keys(asObject(json[field]))));
  return {
    exports: new Map(
      bySharpness(Object.entries(doors)).flatMap(([door, target]) => {
        const file = fileOf(target);
        return file === undefined ? [] : [[door, file] as const];
      }),
    ),
    dependencies: names('dependencies', 'peerDependencies', 'optionalDependencies'),
    devDependencies: names('devDependencies'),
  };
}

/** Returns the file of an export such as `./spot`, or undefined if the package does not export it. */
export function openDoor({ exports }: Manifest, door: string): string | undefined {
  const exact = exports.get(door);
  if (exact !== undefined) return exact.replace(/^\.\//, '');
  for (const [pattern, target] of exports) {
    const [before, after] = pattern.split('*');
    if (before === undefined || after === undefined) continue;
    if (!door.startsWith(before) || !door.endsWith(after) || door.length <= before.length + after.length) continue;
    const middle = door.slice(before.length, door.length - after.length);
    return target.replace('*', middle).replace(/^\.\//, '');
  }
  return undefined;
}

/** Sorts patterns longest first, the order in which Node matches them regardless of the file. */
const bySharpness = (doors: [string, unknown][]) => doors.sort(([one], [other]) => other.length - one.length);

function fileOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  const { import: forImport, default: otherwise } = asObject(target);
  return [forImport, otherwise].find((file) => typeof file === 'string');
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}; // an object's fields are unknown
}
