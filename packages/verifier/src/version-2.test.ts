import { describe, expect, it } from 'vitest';
import { VERSION_2 } from '../test/version-2.ts';
import { checkReceipt, readReceipt } from './index.ts';

const NOTHING = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };

describe('evidence of version 2', () => {
  it('given a receipt of that time, when checked, then all of it holds', async () => {
    expect(VERSION_2.body.version).toBe(2);
    expect(await checkReceipt(readReceipt(VERSION_2))).toEqual(NOTHING);
  });

  it('given a receipt of that time, when it claims the rule of version 3, then it cannot be read', () => {
    expect(() => readReceipt({ ...VERSION_2, body: { ...VERSION_2.body, version: 3 } })).toThrow('not a decimal');
  });
});
