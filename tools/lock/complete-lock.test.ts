import { describe, expect, it } from 'vitest';
import { completeLock, findMissing, type Lock, type LockEntry } from './complete-lock.ts';

const lock = (packages: Record<string, LockEntry>): Lock => ({ packages });
const wants = (...names: readonly string[]): LockEntry => ({
  version: '1.2.3',
  license: 'MIT',
  optionalDependencies: Object.fromEntries(names.map((name) => [name, '1.2.3'])),
});
const added = (name: string, parent: Partial<LockEntry> = {}) =>
  completeLock(lock({ 'node_modules/tool': { ...wants(name), ...parent } })).packages[`node_modules/${name}`];

describe('a missing entry', () => {
  it.each([
    ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@img/sharp-linuxmusl-arm64', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
    ['@rolldown/binding-linux-s390x-gnu', { os: ['linux'], cpu: ['s390x'], libc: ['glibc'] }],
    ['@oxc-parser/binding-linux-arm-musleabihf', { os: ['linux'], cpu: ['arm'], libc: ['musl'] }],
    ['@oxc-parser/binding-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
    ['@rolldown/binding-openharmony-arm64', { os: ['openharmony'], cpu: ['arm64'] }],
    ['@rolldown/binding-wasm32-wasi', { cpu: ['wasm32'] }],
    ['@foundry-rs/anvil-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@foundry-rs/anvil-linux-amd64', { os: ['linux'], cpu: ['x64'] }],
    ['@foundry-rs/anvil-win32-amd64', { os: ['win32'], cpu: ['x64'] }],
  ])('is created from its name: %s', (name, platform) => {
    expect(added(name)).toEqual({ version: '1.2.3', license: 'MIT', optional: true, ...platform });
  });

  it('is marked dev if the package that requires it is', () => {
    expect(added('cli-linux-x64', { dev: true })).toMatchObject({ dev: true, optional: true });
  });

  it.each([
    ['cli-plan9-x64', 'has no known system in its name; add the word to OS in tools/lock/complete-lock.ts'],
    ['cli-linux-sparc', 'has no known processor in its name; add the word to CPU in tools/lock/complete-lock.ts'],
    ['fsevents', 'fsevents, an optional dependency of node_modules/tool, has no known system'],
  ])('is refused when its platform cannot be determined: %s', (name, advice) => {
    expect(() => added(name)).toThrow(advice);
  });

  it('is refused when its version is a range', () => {
    const ranged = { optionalDependencies: { 'cli-linux-x64': '~1.2.3' } };
    expect(() => added('cli-linux-x64', ranged)).toThrow('is no exact version; run npm install');
  });
});

describe('looking for entries', () => {
  const missingIn = (packages: Record<string, LockEntry>) => findMissing(lock(packages)).map(({ at }) => at);
  const NESTED = 'node_modules/a/node_modules/tool';

  it.each([
    ['beside the package that wants it', 'node_modules/cli-linux-x64'],
    ['inside it', `${NESTED}/node_modules/cli-linux-x64`],
    ['on the way up', 'node_modules/a/node_modules/cli-linux-x64'],
  ])('finds one %s', (_where, at) => {
    expect(missingIn({ [NESTED]: wants('cli-linux-x64'), [at]: { version: '1.2.3' } })).toEqual([]);
  });

  it('ignores one that Node would not find', () => {
    const elsewhere = { 'node_modules/b/node_modules/cli-linux-x64': { version: '1.2.3' } };
    expect(missingIn({ [NESTED]: wants('cli-linux-x64'), ...elsewhere })).toEqual(['node_modules/cli-linux-x64']);
  });

  it('puts a second version below the first', () => {
    const other = { 'node_modules/cli-linux-x64': { version: '9.0.0' } };
    expect(missingIn({ [NESTED]: wants('cli-linux-x64'), ...other })).toEqual([
      'node_modules/a/node_modules/cli-linux-x64',
    ]);
  });

  it('covers the root and the workspaces', () => {
    expect(missingIn({ '': wants('cli-linux-x64'), tools: wants('cli-darwin-x64') })).toEqual([
      'node_modules/cli-linux-x64',
      'node_modules/cli-darwin-x64',
    ]);
  });

  it('accepts any entry for a range: npm has chosen it', () => {
    const ranged = { optionalDependencies: { fsevents: '~2.3.3' } };
    expect(missingIn({ 'node_modules/vite': ranged, 'node_modules/fsevents': { version: '2.3.5' } })).toEqual([]);
  });
});

describe('a completed lock', () => {
  const given = {
    name: 'all',
    packages: {
      'node_modules/b': {
        engines: { node: '>=20' },
        license: 'MIT',
        version: '1.0.0',
        resolved: 'https://registry.example/b.tgz',
      },
      'node_modules/tool': wants('cli-linux-x64', 'cli-darwin-x64'),
      'node_modules/@app/web': { resolved: 'apps/web', link: true },
    },
    lockfileVersion: 3,
  };

  it('is sorted as by npm and has no download addresses', () => {
    const completed = completeLock(given);
    expect(Object.keys(completed)).toEqual(['name', 'lockfileVersion', 'packages']);
    expect(Object.keys(completed.packages)).toEqual([
      'node_modules/@app/web',
      'node_modules/b',
      'node_modules/cli-darwin-x64',
      'node_modules/cli-linux-x64',
      'node_modules/tool',
    ]);
    expect(JSON.stringify(completed.packages['node_modules/b'])).toBe(
      '{"version":"1.0.0","license":"MIT","engines":{"node":">=20"}}',
    );
    expect(completed.packages['node_modules/@app/web']).toEqual({ resolved: 'apps/web', link: true });
  });

  it('has no missing entries and does not change when completed again', () => {
    const completed = completeLock(given);
    expect(findMissing(completed)).toEqual([]);
    expect(JSON.stringify(completeLock(completed))).toBe(JSON.stringify(completed));
  });
});
