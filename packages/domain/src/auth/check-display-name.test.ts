import { describe, expect, it } from 'vitest';
import { checkNickname, checkSignature } from './check-display-name.ts';

describe("a user's public text", () => {
  it.each(['Al', 'Tide22', '王小明', '0123456789', 'Mira K'])('%j is a nickname', (text) => {
    expect(checkNickname(text)).toEqual({ ok: true, value: text });
  });

  it.each(['', 'A', '01234567890', 'a  b', 'a-b', '<b>', 'Ann\u200b', 'Аnn', '👍👍', ' Ann'])(
    '%j is not a nickname',
    (text) => {
      expect(checkNickname(text)).toEqual({
        ok: false,
        code: 'name_not_allowed',
        params: { minimum: '2', maximum: '10' },
      });
    },
  );

  it.each(['', 'hi', 'x'.repeat(30)])('%j is a signature', (text) => {
    expect(checkSignature(text)).toEqual({ ok: true, value: text });
  });

  it.each([' ', 'x', 'x'.repeat(31), 'a.b'])('%j is not a signature', (text) => {
    expect(checkSignature(text)).toMatchObject({ code: 'name_not_allowed', params: { minimum: '2', maximum: '30' } });
  });
});
