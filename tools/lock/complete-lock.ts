import { readFileSync, writeFileSync } from 'node:fs';

/** Fields of an entry used here; all others are kept unchanged. */
export type LockEntry = {
  readonly version?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly license?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
export type Lock = { readonly packages: Readonly<Record<string, LockEntry>> };

/** Optional dependency of a locked package without an entry in the lock. */
type Missing = {
  readonly by: string;
  readonly name: string;
  readonly version: string;
  /** Where npm would place it: as far up as possible without a conflicting version. */
  readonly at: string;
};
type Platform = { readonly os?: readonly string[]; readonly cpu: readonly string[]; readonly libc?: readonly string[] };

/** Platform names in package names, and npm's names for them. A new platform is one line here. */
const OS: Readonly<Record<string, string>> = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
  windows: 'win32',
};
const CPU: Readonly<Record<string, string>> = {
  aarch64: 'arm64',
  amd64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  mips64el: 'mips64el',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
};

/**
 * Returns optional dependencies without an entry. `npm ci` rejects a lock that has one, even if it is for another
 * platform.
 */
export function findMissing({ packages }: Lock): Missing[] {
  const found = new Map<string, Missing>();
  for (const [by, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const at = placeFor(packages, by, name, version);
      if (at !== undefined && !found.has(at)) found.set(at, { by, name, version, at });
    }
  }
  return [...found.values()];
}

/** Returns entries with a download address. A link to a workspace has a path there instead. */
export const findAddresses = ({ packages }: Lock): string[] =>
  Object.keys(packages).filter((at) => packages[at]?.resolved?.startsWith('http'));

/** Adds missing entries, removes addresses, and sorts as npm does, so that npm's next write changes nothing. */
export function completeLock<L extends Lock>(lock: L): L {
  const packages: Record<string, LockEntry> = { ...lock.packages };
  for (const at of findAddresses(lock)) {
    const { resolved, ...others } = packages[at] ?? {};
    packages[at] = others;
  }
  for (const missing of findMissing(lock)) packages[missing.at] = makeEntry(missing, lock.packages[missing.by]);
  return sortLikeNpm({ ...lock, packages }) as L; // the same fields in another order
}

/** Makes an entry. The hash of its archive is unknown here; npm adds it when it finds the package in a registry. */
function makeEntry({ by, name, version }: Missing, parent: LockEntry | undefined): LockEntry {
  if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
    throw new Error(
      `${by} wants ${name} "${version}", which is no exact version; run npm install where the registry has it.`,
    );
  }
  return {
    version,
    ...(parent?.dev && { dev: true }),
    ...(parent?.license && { license: parent.license }),
    optional: true,
    ...platformOf(name, by),
  };
}

/** Derives the platform from a name such as `@rolldown/binding-linux-arm64-musl`. */
function platformOf(name: string, by: string): Platform {
  const parts = (name.split('/').at(-1) ?? name).split('-');
  if (parts.includes('wasm32')) return { cpu: ['wasm32'] };
  const os = parts.map((part) => OS[part]).find((known) => known !== undefined);
  const cpu = parts.map((part) => CPU[part]).find((known) => known !== undefined);
  if (os === undefined || cpu === undefined) {
    throw new Error(
      `${name}, an optional dependency of ${by}, has no known ${os === undefined ? 'system' : 'processor'} in its name; ` +
        `add the word to ${os === undefined ? 'OS' : 'CPU'} in tools/lock/complete-lock.ts, ` +
        'or, if it is for every platform, run npm install where the registry has it.',
    );
  }
  const libc = os === 'linux' ? libcOf(parts) : undefined;
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
}

function libcOf(parts: readonly string[]): string | undefined {
  if (parts.some((part) => part.startsWith('musl') || part === 'linuxmusl')) return 'musl';
  return parts.some((part) => part.startsWith('gnu')) ? 'glibc' : undefined;
}

/**
 * Looks for a package as Node does, from its importer upwards; returns where to place it, or undefined if the right one
 * is found.
 */
function placeFor(packages: Lock['packages'], by: string, name: string, version: string): string | undefined {
  const isExact = /^\d/.test(version);
  let free = '';
  for (const folder of foldersAbove(by)) {
    const at = `${folder}node_modules/${name}`;
    const entry = packages[at];
    if (entry === undefined) free = at;
    else return !isExact || entry.version === version ? undefined : free || at;
  }
  return free;
}

/** Returns for `node_modules/a/node_modules/b`: itself, `node_modules/a/`, and the top. */
function foldersAbove(at: string): string[] {
  if (at === '') return [''];
  const end = at.lastIndexOf('node_modules/');
  const above = end <= 0 ? '' : at.slice(0, end - 1);
  return [`${at}/`, ...foldersAbove(above)];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FIRST = ['name', 'version', 'lockfileVersion', 'resolved', 'integrity', 'requires', 'packages', 'dependencies'];

/** Sorts as npm does: plain values before objects, preferred keys first, all others alphabetically. */
function sortLikeNpm(value: unknown): unknown {
  if (!isObject(value)) return value;
  const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  const sorted = Object.entries(value).sort(
    ([one, oneValue], [other, otherValue]) =>
      Number(isObject(oneValue)) - Number(isObject(otherValue)) ||
      rank(one) - rank(other) ||
      one.localeCompare(other, 'en'),
  );
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortLikeNpm(inner)]));
}

/** `npm run lock:complete`: fixes package-lock.json in the current folder. */
function main(): void {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock; // npm wrote it
  const missing = findMissing(lock);
  const addresses = findAddresses(lock);
  try {
    writeFileSync('package-lock.json', `${JSON.stringify(completeLock(lock), null, 2)}\n`);
    console.log(`lock: added ${missing.length} entries, took out ${addresses.length} addresses.`);
  } catch (error) {
    console.error(`lock: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === import.meta.filename) main();
