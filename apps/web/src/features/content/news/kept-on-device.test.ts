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
});
