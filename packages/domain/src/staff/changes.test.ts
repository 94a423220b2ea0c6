import { describe, expect, it } from 'vitest';
import { CHANGE_KINDS, CHANGES, partIn, payloadText, signedText } from './changes.ts';

describe('a change', () => {
  it('given an editor with every role, then they are a maker and never a checker', () => {
    for (const kind of CHANGE_KINDS) {
      const everything = { id: 7n, roles: [...CHANGES[kind].makers, ...CHANGES[kind].checkers] };
      expect(partIn({ kind, editors: [3n, 7n] }, everything)).toBe('maker');
      expect(partIn({ kind, editors: [3n] }, everything)).toBe('checker');
    }
  });

  it('given no role for its kind, then they only read it', () => {
    expect(partIn({ kind: 'staff.roles', editors: [3n] }, { id: 7n, roles: ['support', 'finance'] })).toBe('reader');
    expect(partIn({ kind: 'staff.roles', editors: [7n] }, { id: 7n, roles: ['operator'] })).toBe('reader');
  });

  it('given the same payload in another order, then it is the same text; another value is another', () => {
    expect(payloadText({ b: [2, { d: 1, c: null }], a: '1' })).toBe('{"a":"1","b":[2,{"c":null,"d":1}]}');
    expect(payloadText({ a: '1' })).not.toBe(payloadText({ a: 1 }));
  });

  it('given another change or payload, then another text is signed', () => {
    const texts = [signedText(1n, 'aa'), signedText(11n, 'aa'), signedText(1n, 'ab')];
    expect(new Set(texts).size).toBe(3);
  });
});
