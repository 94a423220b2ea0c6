import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTop, listFiles } from '../../tidy/tree.ts';
import { applyPatch } from '../source-patch.ts';
import { PATCHES, STAND_INS } from './builds.ts';

const top = findTop(import.meta.dirname);
const sources = listFiles(top).filter((path) => path.includes('/src/') && path.endsWith('.ts'));

/** Returns the text of the only source whose path ends as wanted. */
function sourceOf(end: RegExp): string {
  const found = sources.filter((path) => end.test(`/${path}`));
  expect(found).toHaveLength(1);
  return readFileSync(join(top, found[0] ?? ''), 'utf8');
}

describe('builds of the contract torture', () => {
  it.each(PATCHES)('change what the product does: $for in $file', (patch) => {
    const source = sourceOf(patch.file);
    expect(applyPatch(source, patch)).not.toBe(source);
  });

  it.each(STAND_INS)('replace an import that exists: $for of $specifier', ({ importer, specifier }) => {
    expect(sourceOf(importer)).toContain(`from '${specifier}'`);
  });
});
