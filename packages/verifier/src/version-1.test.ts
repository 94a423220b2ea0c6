import { describe, expect, it } from 'vitest';
import { VERSION_1 } from '../test/version-1.ts';
import { blockHash, checkBlocks, checkReceipt, headerBytes, readRange, readReceipt, toHex } from './index.ts';

const { range, receipt } = VERSION_1;

describe('evidence of version 1', () => {
  it('given a header of that time, when encoded, then its bytes and its hash are those of that time', async () => {
    const [, second] = readRange(range).blocks;
    if (second === undefined) throw new Error('no block');
    expect(toHex(headerBytes(second))).toBe(VERSION_1.headerBytes);
    expect(toHex(await blockHash(second))).toBe(VERSION_1.blockHash);
  });

  it('given blocks and a receipt of that time, when checked, then all of it holds', async () => {
    expect(await checkBlocks(readRange(range))).toEqual([]);
    expect(await checkReceipt(readReceipt(receipt))).toEqual({
      receipt: [],
      rule: [],
      tick: [],
      seal: [],
      isAwaited: false,
    });
  });

  it('given a block of that time, when it claims version 2 or a root more, then it is not signed', async () => {
    const trees = [{ name: 'receipts', count: 1, root: 'ab'.repeat(32) }];
    for (const change of [{ version: 2 }, { version: 2, roots: trees }, { roots: trees }]) {
      const list = range.list.map((block, index) => (index === 2 ? { ...block, ...change } : block));
      const findings = await checkBlocks(readRange({ ...range, list }));
      expect(findings).toContainEqual({ check: 'signature', block: 3 });
    }
  });
});
