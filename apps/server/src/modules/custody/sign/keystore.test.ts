import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readKeystore, writeKeystore } from './keystore.ts';

const folder = mkdtempSync(join(tmpdir(), 'keystore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a key file', () => {
  it('opens with its password only, is never overwritten, and a changed one does not open', () => {
    const path = join(folder, 'keys/sender.json');
    writeKeystore(path, 'correct horse battery', '0xabc');
    expect(readFileSync(path, 'utf8')).not.toContain('abc"');
    expect(readKeystore(path, 'correct horse battery')).toBe('0xabc');
    expect(() => readKeystore(path, 'wrong horse battery')).toThrow('does not open');
    expect(() => writeKeystore(path, 'correct horse battery', '0xdef')).toThrow('EEXIST');
    const stored = JSON.parse(readFileSync(path, 'utf8')) as { sealed: string };
    const flipped = { ...stored, sealed: `${stored.sealed.slice(0, -1)}${stored.sealed.endsWith('0') ? '1' : '0'}` };
    writeFileSync(path, JSON.stringify(flipped));
    expect(() => readKeystore(path, 'correct horse battery')).toThrow('does not open');
  });
});
