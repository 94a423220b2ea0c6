import { describe, expect, it } from 'vitest';
import { accountKey, accountOf, accountText, EMPTY_ENTRY, isEntry, withAreaCode } from './account-entry.ts';

const email = (text: string) => accountOf({ ...EMPTY_ENTRY, email: text }, '86');
const phone = (number: string, dial: string) => accountOf({ ...EMPTY_ENTRY, channel: 'mobile', number }, dial);

describe('a typed account', () => {
  it.each([
    ['a@b.co', 'a@b.co'],
    [' a@b.co ', 'a@b.co'],
    ['a@b', undefined],
    ['a b@c.de', undefined],
    ['', undefined],
  ])('parses %j as the address %j', (text, expected) => {
    expect(email(text)?.user_string).toBe(expected);
  });

  it.each([
    ['13800138000', '86', '13800138000'],
    ['138 0013 8000', '86', '13800138000'],
    ['１３８００１３８０００', '86', '13800138000'],
    ['12800138000', '86', undefined],
    ['1380013800', '86', undefined],
    ['0170 123-45 67', '49', '01701234567'],
    ['(212) 555.0143', '1', '2125550143'],
    ['123', '49', undefined],
    ['1234567890123456', '49', undefined],
    ['call me', '49', undefined],
  ])('parses %j after +%s as the number %j', (number, dial, expected) => {
    expect(phone(number, dial)?.user_string).toBe(expected);
  });

  it('given a number with a plus, then its own dial code counts and not the selected one', () => {
    expect(phone('+49 170 1234567', '86')).toEqual({ user_string: '491701234567', type: 'mobile' });
    expect(phone('+0170 1234567', '86')).toBeUndefined();
  });

  it('registers with the area code 86 and its id 1 until another is picked', () => {
    const mail = { user_string: 'a@b.co', type: 'email' } as const;
    expect(withAreaCode(mail, '86')).toEqual({ ...mail, area_code: '86', area_code_id: '1' });
    expect(withAreaCode(mail, '49')).toEqual({ ...mail, area_code: '49' });
    const mobile = { user_string: '13800138000', type: 'mobile', area_code: '86' } as const;
    expect(withAreaCode(mobile, '86')).toEqual({ ...mobile, area_code_id: '1' });
    const own = { user_string: '491701234567', type: 'mobile' } as const;
    expect(withAreaCode(own, '86')).toEqual(own);
  });

  it('is displayed in the usual notation', () => {
    expect(accountText({ user_string: 'a@b.co', type: 'email' })).toBe('a@b.co');
    expect(accountText({ user_string: '1701234567', type: 'mobile', area_code: '49' })).toBe('+49 1701234567');
    expect(accountText({ user_string: '491701234567', type: 'mobile' })).toBe('+491701234567');
  });

  it('has one key however it is spelt, and a different one for every other account', () => {
    const key = (text: string, dial: string) => accountKey(phone(text, dial) ?? { user_string: '', type: 'mobile' });
    expect(accountKey({ user_string: 'A@b.co', type: 'email' })).toBe(
      accountKey({ user_string: 'a@b.co', type: 'email' }),
    );
    expect(key('138 0013 8000', '86')).toBe(key('13800138000', '86'));
    expect(key('2125550143', '1')).not.toBe(key('2125550143', '49'));
  });

  it.each([
    undefined,
    null,
    'x',
    {},
    { channel: 'post', email: '', number: '' },
    { channel: 'email', email: 1, number: '' },
  ])('rejects %j from another version of the app', (kept) => {
    expect(isEntry(kept)).toBe(false);
  });
});
