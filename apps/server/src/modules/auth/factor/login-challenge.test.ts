import { describe, expect, it } from 'vitest';
import { openKeyRing } from '../../../platform/process/key-ring.ts';
import { makeLoginChallenge, readLoginChallenge } from './login-challenge.ts';

const keys = openKeyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]);
const madeAt = new Date('2026-02-03T04:05:06.789Z');

describe('a login challenge', () => {
  it('is 32 bytes, never repeats, and contains its creation time', () => {
    const one = makeLoginChallenge(keys, madeAt);
    const other = makeLoginChallenge(keys, madeAt);
    expect(one).toHaveLength(32);
    expect(one.equals(other)).toBe(false);
    expect(readLoginChallenge(keys, one.toString('base64url'))).toEqual(madeAt);
  });

  it('is rejected with any byte changed, removed or added, or under another key', () => {
    const bytes = makeLoginChallenge(keys, madeAt);
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(readLoginChallenge(keys, changed.toString('base64url')), `byte ${index}`).toBeUndefined();
    }
    const text = bytes.toString('base64url');
    for (const other of ['', text.slice(0, 30), `${text}AAAA`]) expect(readLoginChallenge(keys, other)).toBeUndefined();
    const others = openKeyRing([{ id: 'test', key: Buffer.alloc(32, 8) }]);
    expect(readLoginChallenge(others, text)).toBeUndefined();
  });

  it('is rejected in another encoding of the same bytes', () => {
    const text = makeLoginChallenge(keys, madeAt).toString('base64url');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spelt = [...letters].map((letter) => text.slice(0, -1) + letter).filter((other) => other !== text);
    const same = spelt.filter((other) => Buffer.from(other, 'base64url').toString('base64url') === text);
    expect(same).toHaveLength(3);
    for (const other of same) expect(readLoginChallenge(keys, other)).toBeUndefined();
  });
});
