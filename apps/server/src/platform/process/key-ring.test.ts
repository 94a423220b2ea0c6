import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openKeyRing } from './key-ring.ts';

const old = { id: 'old', key: randomBytes(32) };
const fresh = { id: 'fresh', key: randomBytes(32) };
const secret = Buffer.from('JBSWY3DPEHPK3PXP');

describe('the key ring', () => {
  it('opens what it sealed, and never produces the same sealed text twice', () => {
    const ring = openKeyRing([fresh]);
    const one = ring.seal('media', secret, 'media:1');
    const other = ring.seal('media', secret, 'media:1');
    expect(ring.open('media', one, 'media:1')).toEqual(secret);
    expect(one.sealed.equals(other.sealed)).toBe(false);
    expect(one.sealed.includes(secret)).toBe(false);
  });

  it('given a newer master key in front, then the old one still opens what it sealed', () => {
    const before = openKeyRing([old]).seal('authenticator', secret, 'user:1');
    const ring = openKeyRing([fresh, old]);
    expect(ring.open('authenticator', before, 'user:1')).toEqual(secret);
    expect(ring.seal('authenticator', secret, 'user:1').keyId).toBe('fresh');
    expect(() => openKeyRing([fresh]).open('authenticator', before, 'user:1')).toThrow('the master key old');
  });

  it('refuses another row, another purpose and any changed byte', () => {
    const ring = openKeyRing([fresh]);
    const { keyId, sealed } = ring.seal('media', secret, 'media:1');
    expect(() => ring.open('media', { keyId, sealed }, 'media:2')).toThrow();
    expect(() => ring.open('authenticator', { keyId, sealed }, 'media:1')).toThrow();
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => ring.open('media', { keyId, sealed: changed }, 'media:1'), `byte ${index}`).toThrow();
    }
  });

  it('computes hashes that need the key and the purpose', () => {
    const mine = openKeyRing([fresh]);
    const other = openKeyRing([old]);
    expect(mine.mac('code', '402113')).toEqual(mine.mac('code', '402113'));
    expect(mine.mac('code', '402113').equals(other.mac('code', '402113'))).toBe(false);
    expect(mine.mac('code', '402113').equals(mine.mac('media', '402113'))).toBe(false);
  });
});
