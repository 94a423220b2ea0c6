import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PARTS } from './parts.ts';

const ROOT = resolve(import.meta.dirname, '../../../../../..');
type Manifest = { license?: string; dependencies?: Record<string, string> };
const manifest = (folder: string) =>
  JSON.parse(readFileSync(resolve(ROOT, folder, 'package.json'), 'utf8')) as Manifest; // Npm's own format.

/** Our packages that ship to the browser. */
const SHIPPED = [
  'apps/web',
  'packages/client',
  'packages/ui',
  'packages/protocol',
  'packages/domain',
  'packages/money',
  'packages/base',
];

describe('the third-party parts of the app', () => {
  const used = SHIPPED.flatMap((folder) => Object.keys(manifest(folder).dependencies ?? {}));
  const foreign = [...new Set(used.filter((name) => !name.startsWith('@app/')))].sort();

  it('are all listed, and nothing else is', () => {
    const named = PARTS.map(([name]) => name).filter((name) => name !== 'Inter');
    expect([...named].sort()).toEqual(foreign);
  });

  it.each(PARTS.filter(([name]) => name !== 'Inter'))('given %s, then its licence is %s', (name, licence) => {
    expect(manifest(`node_modules/${name}`).license).toBe(licence);
  });

  it('given the typeface, then its licence file is beside it', () => {
    expect(readFileSync(resolve(ROOT, 'packages/ui/src/fonts/LICENSE'), 'utf8')).toContain('SIL OPEN FONT LICENSE');
  });
});
