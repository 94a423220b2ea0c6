import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTop, listFiles } from '../tidy/tree.ts';
import * as contract from './contract/builds.ts';
import * as convert from './convert/patches.ts';
import * as custody from './custody/terms.ts';
import * as guesses from './guesses/patches.ts';
import * as seconds from './seconds/builds.ts';
import { applyPatch, type SourcePatch } from './source-patch.ts';
import * as spot from './spot/builds.ts';
import * as ticks from './ticks/patches.ts';
import * as timers from './timers/faults.ts';

/** Builds of a rig that one process installs together. A patch that no longer fits stops a torture only after minutes. */
const BUILDS: readonly { readonly name: string; readonly patches: readonly SourcePatch[] }[] = [
  { name: 'spot', patches: spot.BUILDS.patches },
  { name: 'contract', patches: contract.BUILDS.patches },
  { name: 'seconds', patches: seconds.BUILDS.patches },
  { name: 'convert', patches: convert.PATCHES },
  { name: 'guesses', patches: [...guesses.COUNTING, guesses.COMPARES_SILENTLY] },
  { name: 'ticks', patches: [ticks.LATE_CURSOR] },
  ...Object.entries(timers.FAULTS)
    .filter(([, patches]) => patches.length > 0)
    .map(([name, patches]) => ({ name: `timers, ${name}`, patches })),
  ...Object.entries(custody.FAULTS).map(([name, { patches }]) => ({
    name: `custody, ${name}`,
    patches: [...custody.FASTER, ...patches],
  })),
];

const top = findTop(import.meta.dirname);
const sources = listFiles(top).filter((path) => path.includes('/src/') && path.endsWith('.ts'));

/** Returns the text of the only source whose path ends as wanted. */
function sourceOf(end: RegExp): string {
  const found = sources.filter((path) => end.test(`/${path}`));
  expect(found).toHaveLength(1);
  return readFileSync(join(top, found[0] ?? ''), 'utf8');
}

describe.each(BUILDS)('patches of $name', ({ patches }) => {
  it.each(patches)('change what the product does: $file', (patch) => {
    const source = sourceOf(patch.file);
    expect(applyPatch(source, patch)).not.toBe(source);
  });

  it('fit together where several change one file', () => {
    for (const { file } of patches) {
      const own = patches.filter((it) => it.file.source === file.source);
      expect(() => own.reduce(applyPatch, sourceOf(file))).not.toThrow();
    }
  });
});

describe.each([
  { name: 'spot', standIns: spot.BUILDS.standIns },
  { name: 'contract', standIns: contract.BUILDS.standIns },
  { name: 'seconds', standIns: seconds.BUILDS.standIns },
])('stand-ins of $name', ({ standIns }) => {
  it.each(standIns)('replace an import that exists: $for of $specifier', ({ importer, specifier }) => {
    const importers = sources.filter((path) => importer.test(`/${path}`));
    const replaced = importers.filter((path) => readFileSync(join(top, path), 'utf8').includes(`from '${specifier}'`));
    expect(replaced).not.toEqual([]);
  });
});

it('every program of a rig that patches sources is covered here', () => {
  const programs = listFiles(top).filter(
    (path) => /^tools\/torture\/.*-program\.ts$/.test(path) && PATCHING.test(readFileSync(join(top, path), 'utf8')),
  );
  const rigs = new Set(programs.map((path) => path.split('/')[2]));
  const covered = new Set(BUILDS.map(({ name }) => name.split(',')[0]));
  expect([...rigs].filter((rig) => rig !== 'engines' && !covered.has(rig))).toEqual([]);
});

const PATCHING = /patchSources\(|putInStandIns\(/;
