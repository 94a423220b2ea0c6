import { describe, expect, it } from 'vitest';
import { blockHash, checkBlocks, type Header, headerBytes, NO_BLOCK } from './index.ts';

const header: Header = { number: 5, atMs: 7, count: 3, root: NO_BLOCK, previous: NO_BLOCK, keyId: '0123456789abcdef' };

describe('the bytes of a header', () => {
  it.each([
    { count: 2 ** 32 + 3 },
    { count: 2 ** 32 },
    { count: 3.7 },
    { count: -1 },
    { number: 2 ** 64 + 4096 },
    { number: 5.5 },
    { number: -1 },
    { number: '18446744073709551621' as unknown as number },
    { atMs: 2 ** 53 },
    { atMs: Number.NaN },
  ])('given %o, when encoded, then it is rejected: no two headers have the same bytes', (wrong) => {
    expect(() => headerBytes({ ...header, ...wrong })).toThrow('no header');
  });

  it('given the largest numbers, when encoded, then the bytes differ from those of another header', () => {
    const largest = { number: Number.MAX_SAFE_INTEGER, atMs: Number.MAX_SAFE_INTEGER, count: 2 ** 32 - 1 };
    expect(headerBytes({ ...header, ...largest })).not.toEqual(headerBytes(header));
    expect(headerBytes({ ...header, number: 0, atMs: 0, count: 0 })).toHaveLength(94);
  });

  it('given an invalid header, when a range contains it, then it is reported, not thrown', async () => {
    await expect(blockHash({ ...header, count: 0.5 })).rejects.toThrow('no header');
    const block = { ...header, root: new Uint8Array(31), signature: new Uint8Array(64), body: new Uint8Array(0) };
    const findings = await checkBlocks({ from: 5, to: 5, blocks: [block], keys: [], heads: [] });
    expect(findings.map(({ check }) => check)).toContain('signature');
  });
});
