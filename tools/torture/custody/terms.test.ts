import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { applyPatch, type SourcePatch } from '../source-patch.ts';
import { FASTER, FAULTS } from './terms.ts';

const SERVER = resolve(import.meta.dirname, '../../../apps/server');
const FILES = globSync('src/modules/**/*.ts', { cwd: SERVER }).map((file) => join(SERVER, file));
const PATCHES = [...Object.values(FAULTS).flatMap<SourcePatch>(({ patches }) => patches), ...FASTER];

it.each(PATCHES.map((patch) => ({ patch, name: String(patch.file) })))('patch $name fits its file', ({ patch }) => {
  const files = FILES.filter((file) => patch.file.test(file));
  expect(files).toHaveLength(1);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(applyPatch(text, patch)).not.toBe(text);
  }
});
