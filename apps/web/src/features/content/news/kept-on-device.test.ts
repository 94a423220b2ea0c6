import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { memoryBackend, openStorage } from '@app/client/storage';
import { describe, expect, it } from 'vitest';
import { clearGroup, holdsAny, isHarmless, KEPT_GROUPS, namesOf } from './kept-on-device.ts';

const filled = () => {
  const kept = openStorage(memoryBackend());
  for (const group of KEPT_GROUPS) for (const name of namesOf(group)) kept.write(name, 1);
  return kept;
};

describe('data stored on this device', () => {
  it('law: each name is in exactly one group', () => {
    const names = KEPT_GROUPS.flatMap(namesOf);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(['token', 'user', 'device', 'pending_calls', 'lang', 'amounts_hidden', 'price_history'])(
    'given %s, when any group is cleared, then it stays',
    (name) => {
      const kept = filled();
      for (const group of KEPT_GROUPS) clearGroup(kept, group);
      expect(kept.read(name)).toBe(1);
    },
  );

  it.each(KEPT_GROUPS.filter(isHarmless))('given %s is cleared, then it is empty and no other group is', (group) => {
    const kept = filled();
    clearGroup(kept, group);
    expect(KEPT_GROUPS.filter((it) => !holdsAny(kept, it))).toEqual([group]);
  });

  it('law: every name that the code stores is in a group', () => {
    const names = sourceFiles().flatMap(storedNames);
    expect(names.length).toBeGreaterThan(25); // Else the search below no longer finds how names are written.
    expect([...new Set(names)].filter((name) => !KEPT_GROUPS.flatMap(namesOf).includes(name))).toEqual([]);
  });
});

const ROOT = resolve(import.meta.dirname, '../../../../../..');

const sourceFiles = () =>
  globSync(['apps/web/src/**/*.{ts,tsx}', 'packages/client/src/**/*.ts'], { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(resolve(ROOT, file), 'utf8'));

/** Returns the storage names in a file: literals passed to `read` and `write`, and the constants used there. */
function storedNames(source: string): string[] {
  const passed = [...source.matchAll(/\b(?:storage|kept)\.(?:read|write|remove)\(([\w']+)(?:\[\w+\])?[,)]/g)];
  return passed.flatMap(([, name = '']) => {
    if (name.startsWith("'")) return name.slice(1, -1);
    const literal = new RegExp(`\\bconst ${name} = '(\\w+)'`).exec(source)?.[1];
    const table = new RegExp(`\\bconst ${name} = \\{([^}]*)\\}`).exec(source)?.[1] ?? '';
    return literal ?? [...table.matchAll(/: '(\w+)'/g)].map(([, value = '']) => value);
  });
}
