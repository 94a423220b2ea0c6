import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTop, listFiles } from '../../tidy/tree.ts';
import * as contract from '../contract/builds.ts';
import * as seconds from '../seconds/builds.ts';
import { applyPatch } from '../source-patch.ts';

const top = findTop(import.meta.dirname);
const sources = listFiles(top).filter((path) => path.includes('/src/') && path.endsWith('.ts'));

/** Returns the text of the only source whose path ends as wanted. */
function sourceOf(end: RegExp): string {
  const found = sources.filter((path) => end.test(`/${path}`));
  expect(found).toHaveLength(1);
  return readFileSync(join(top, found[0] ?? ''), 'utf8');
}

describe.each([
  { name: 'contract', builds: contract },
  { name: 'seconds', builds: seconds },
])('builds of the $name torture', ({ builds }) => {
  it.each(builds.PATCHES)('change what the product does: $for in $file', (patch) => {
    const source = sourceOf(patch.file);
    expect(applyPatch(source, patch)).not.toBe(source);
  });

  it('fit together where several change one file', () => {
    for (const { file } of builds.PATCHES) {
      const own = builds.PATCHES.filter((it) => it.file.source === file.source);
      expect(() => own.reduce(applyPatch, sourceOf(file))).not.toThrow();
    }
  });

  it.each(builds.STAND_INS)('replace an import that exists: $for of $specifier', ({ importer, specifier }) => {
    expect(sourceOf(importer)).toContain(`from '${specifier}'`);
  });
});
