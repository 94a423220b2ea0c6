import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockHash, checkBlocks, type Header, headerBytes, type NamedRoot, NO_BLOCK, toHex } from './index.ts';

const header: Header = {
  version: 1,
  number: 5,
  atMs: 7,
  count: 3,
  root: NO_BLOCK,
  roots: [],
  previous: NO_BLOCK,
  keyId: '0123456789abcdef',
};
const root = (name: string, fill = 1, count = 1): NamedRoot => ({ name, count, root: new Uint8Array(32).fill(fill) });
const second: Header = { ...header, version: 2, roots: [root('inventory', 1), root('receipts', 2)] };

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

describe('the bytes of a header of version 2', () => {
  it('given all fields, then every root is there by name, with its length before it', () => {
    const zeros = '00'.repeat(32);
    expect(toHex(headerBytes(second))).toBe(
      [
        '0202',
        '0000000000000005',
        '0000000000000007',
        '03', // Three trees: inventory, receipts, ticks.
        `09${toHex(new TextEncoder().encode('inventory'))}00000001${'01'.repeat(32)}`,
        `08${toHex(new TextEncoder().encode('receipts'))}00000001${'02'.repeat(32)}`,
        `05${toHex(new TextEncoder().encode('ticks'))}00000003${zeros}`,
        zeros,
        '0123456789abcdef',
      ].join(''),
    );
  });

  it.each([
    ['a root of version 1', { ...header, roots: [root('receipts')] }],
    ['an unknown version', { ...second, version: 3 }],
    ['version 0', { ...header, version: 0 }],
    ['an empty tree', { ...second, roots: [root('receipts', 1, 0)] }],
    ['no ticks', { ...second, count: 0 }],
    ['two trees of one name', { ...second, roots: [root('receipts'), root('receipts')] }],
    ['a second tree of ticks', { ...second, roots: [root('ticks')] }],
    ['trees out of order', { ...second, roots: second.roots.toReversed() }],
    ['a name in capitals', { ...second, roots: [root('Receipts')] }],
    ['no name', { ...second, roots: [root('')] }],
    ['a name that is too long', { ...second, roots: [root('r'.repeat(32))] }],
    ['a short root', { ...second, roots: [{ ...root('receipts'), root: new Uint8Array(31) }] }],
    ['a count of five bytes', { ...second, roots: [root('receipts', 1, 2 ** 32)] }],
    ['too many trees', { ...second, roots: [...'abcdefghijklmnop'].map((name) => root(name)) }],
  ])('given %s, when encoded, then it is rejected: one header has one encoding', (_, wrong) => {
    expect(() => headerBytes(wrong)).toThrow('no header');
  });

  it('has different bytes for different headers', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-s][a-z_]{0,6}$/), { maxLength: 4 });
    const headers = fc
      .record({
        number: fc.nat(3),
        atMs: fc.nat(3),
        count: fc.integer({ min: 1, max: 3 }),
        names,
        counts: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
      })
      .map(
        ({ names, counts, ...rest }): Header => ({
          ...second,
          ...rest,
          roots: [...names].sort().map((name, index) => root(name, counts[index], counts[index])),
        }),
      );
    fc.assert(
      fc.property(headers, headers, (a, b) => {
        const isSameHeader = JSON.stringify(a) === JSON.stringify(b);
        expect(toHex(headerBytes(a)) === toHex(headerBytes(b))).toBe(isSameHeader);
      }),
      { numRuns: 1_000 },
    );
  });
});
