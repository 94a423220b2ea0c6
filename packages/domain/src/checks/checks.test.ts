import { type Amount, parseDecimal, readDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAccount, formatCode, INVITE_LENGTH, INVITE_LETTERS, nicknameOf } from '../auth/index.ts';
import {
  AMOUNT_PLACES_MAX,
  hasLength,
  isAmountText,
  isDateText,
  isDigits,
  isDisplayName,
  isEmail,
  isLetters,
  isMainlandMobile,
  isNumericCode,
  isUrl,
  isWithin,
  NICKNAME_LENGTH,
  SIGNATURE_LENGTH,
} from './index.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const isNickname = (text: string) => isDisplayName(text, NICKNAME_LENGTH);
const isSignature = (text: string) => isDisplayName(text, SIGNATURE_LENGTH);
const hasTwoToTen = (text: string) => hasLength(text, { min: 2, max: 10 });
const isCodeOfFour = (text: string) => isNumericCode(text, 4);

const TAKEN: readonly [(text: string) => boolean, readonly string[]][] = [
  [isEmail, ['a@b.co', 'Ann@Example.COM', "o'neil+x@mail.example.co", `${'a'.repeat(64)}@b.c`, 'a@xn--bcher-kva.de']],
  [isMainlandMobile, ['13800138000', '19912345678']],
  [isDigits, ['0', '007', '9'.repeat(50)]],
  [isAmountText, ['0', '0.5', '10', '1.0000000001', '9'.repeat(20)]],
  [isNumericCode, ['000000', '402113']],
  [isCodeOfFour, ['0000']],
  [isLetters, ['a', 'USDT']],
  [
    isUrl,
    ['https://a.co', 'HTTP://a.co:65535/x?y=1#z', 'https://xn--bcher-kva.de/文', 'https://a.co?x', 'http://1.co'],
  ],
  [isDateText, ['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']],
  [hasTwoToTen, ['ab', `${FAMILY}a`, FAMILY.repeat(10), 'e\u0301'.repeat(10), ' '.repeat(2)]],
  [isNickname, ['Al', '潮汐', '潮汐Tide77', '〇一', '𠮷野']],
  [isSignature, ['ab', '潮'.repeat(30), 'two words', '潮 汐']],
];

const REFUSED: readonly [(text: string) => boolean, readonly string[]][] = [
  [
    isEmail,
    // biome-ignore format: a list to be read line by line
    ['', 'ann', '@b.c', 'a@b', 'a@', 'a@@b.c', 'a@b@c.d', 'a@b.c@d.e', 'a b@c.d', 'a,b@c.d', '"a"@b.c', 'a@-b.c',
      'a@b-.c', 'a@b..c', '.a@b.c', 'a.@b.c', 'a..b@c.d', 'ä@b.c', 'a@ü.de', ' a@b.c', 'a@b.c\n',
      'a@b.c\r\nBcc: x@y.z', 'a@[127.0.0.1]',
      `${'a'.repeat(65)}@b.c`, `a@${'b'.repeat(64)}.c`, `a@${'b.'.repeat(130)}c`, '\u212a@b.c'],
  ],
  [isMainlandMobile, ['', '12800138000', '23800138000', '1380013800', '138001380000', '1380013800０', '13800138000\n']],
  [isDigits, ['', ' 1', '1.0', '-1', '１', '٣', '1\n', '1e5']],
  [isAmountText, ['', '.', '.5', '1.', '00', '01', '-1', '+1', '1,5', '1.00000000001', '1e5', '1\n', '9'.repeat(21)]],
  [isNumericCode, ['', '12345', '1234567', '12345a', '12345６', '12345\n']],
  [isCodeOfFour, ['000', '00000', '000x']],
  [isLetters, ['', 'a1', 'a b', 'é', 'ｕ', '潮', 'a\n']],
  [
    isUrl,
    // biome-ignore format: a list to be read line by line
    ['', 'a.co', '//a.co', 'ftp://a.co', 'javascript:alert(1)', 'javascript://a.co/%0aalert(1)', 'data:text/html,x',
      'https:a.co', 'https:///a.co', 'https://', 'https://a', 'https://localhost', 'https://a..co', 'https://-a.co',
      'https://a.co:0x1', 'https://a.co:65536', 'https://a.co:', 'https://bank.com@evil.co', 'https://a:b@c.co',
      'https://a.co\\@evil.co', 'https://a.co/ x', ' https://a.co', 'https://a.co\n', 'https://a.co/\u202ex',
      'https://a.co/"onload=x', 'https://a.co/<x>', 'https://127.0.0.1', 'https://0x7f.1', 'https://[::1]/',
      'https://ü.de', `https://a.co/${'x'.repeat(2048)}`],
  ],
  [
    isDateText,
    // biome-ignore format: a list to be read line by line
    ['', '2026-02-29', '1900-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32',
      '0000-01-01', '26-01-01', '2026-1-1', '2026/01/01', '2026-01-01T00:00', '2026-01-01\n', '+2026-01-01',
      '２０２６-01-01'],
  ],
  [hasTwoToTen, ['', 'a', FAMILY, 'a'.repeat(11), FAMILY.repeat(11), `ab${'\u0301'.repeat(1000)}`]],
  [
    isNickname,
    ['', 'A', '潮', 'a'.repeat(11), 'a  b', 'a_b', 'a.b', 'é1', 'аб', 'ｕｕ', '⼀⼀', 'ab\u200b', 'ab😀', 'ab\n'],
  ],
  [isSignature, ['潮', '潮'.repeat(31), 'two  words', ' ab', 'ab ', 'two\u00a0words', 'a\u202eb']],
];

const one = (lists: typeof TAKEN) =>
  lists.flatMap(([check, texts]) => texts.map((text) => [check.name, text, check] as const));

describe('a check', () => {
  it.each(one(TAKEN))('%s accepts %j', (_name, text, check) => {
    expect(check(text)).toBe(true);
  });

  it.each(one(REFUSED))('%s refuses %j', (_name, text, check) => {
    expect(check(text)).toBe(false);
  });

  it('returns the same when it is called again', () => {
    for (const [check, texts] of TAKEN)
      for (const text of texts) expect([check(text), check(text)]).toEqual([true, true]);
  });
});

describe('an e-mail address', () => {
  it('passes in a form exactly when the server accepts it', () => {
    const near = fc.string({ unit: fc.constantFrom(...'aZ9@@..-_+ ä"'), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(near, fc.emailAddress(), fc.string()), (text) => {
        expect(isEmail(text.trim())).toBe(canonicalAccount(text, 'email').ok);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a code', () => {
  it('is valid whenever it was mailed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (number) => {
        expect(isNumericCode(formatCode(number))).toBe(true);
      }),
    );
  });
});

describe('an amount as text', () => {
  it('always parses as money, with no more places than may be typed', () => {
    const near = fc.string({ unit: fc.constantFrom(...'0019.-,'), maxLength: 14 });
    fc.assert(
      fc.property(near, (text) => {
        if (isAmountText(text)) expect(readDecimal<Amount>(text)).toBeGreaterThanOrEqual(0n);
        expect(isAmountText(`1.${'1'.repeat(AMOUNT_PLACES_MAX)}`)).toBe(true);
        expect(isAmountText(`1.${'1'.repeat(AMOUNT_PLACES_MAX + 1)}`)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a date', () => {
  it('is valid exactly when it exists in the calendar', () => {
    const years = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(years, fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }), (year, month, day) => {
        const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const days = [0, 31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0][month] ?? 0;
        const text = [`${year}`.padStart(4, '0'), `${month}`.padStart(2, '0'), `${day}`.padStart(2, '0')].join('-');
        expect(isDateText(text)).toBe(day >= 1 && day <= days);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a link', () => {
  it('leads, in a browser, to the host that is written', () => {
    const near = fc.string({ unit: fc.constantFrom(...'ab1.-:/@?#\\ %'), maxLength: 5 });
    const starts = fc.constantFrom('https://a.co', 'HTTP://', 'https://a', 'http://a.co:8', 'https:');
    fc.assert(
      fc.property(starts, near, (start, rest) => {
        const text = start + rest;
        if (!isUrl(text)) return;
        const { protocol, hostname, username } = new URL(text);
        expect(['http:', 'https:']).toContain(protocol);
        expect(text.toLowerCase().startsWith(`${protocol}//${hostname}`)).toBe(true);
        expect(username).toBe('');
      }),
      { numRuns: 5000 },
    );
  });
});

describe('names and extents', () => {
  it('given the name a new user starts with, then it is a nickname', () => {
    const codes = fc.string({
      unit: fc.constantFrom(...INVITE_LETTERS),
      minLength: INVITE_LENGTH,
      maxLength: INVITE_LENGTH,
    });
    fc.assert(
      fc.property(codes, (code) => {
        expect(isNickname(nicknameOf(code))).toBe(true);
      }),
    );
  });

  it('given the bounds of a range, then both are included and nothing beyond is', () => {
    const range = { min: 2, max: 10 };
    expect([1, 2, 10, 11, Number.NaN].map((value) => isWithin(value, range))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    const low = parseDecimal<Amount>('0.1');
    const high = parseDecimal<Amount>('0.3');
    expect(isWithin(parseDecimal<Amount>('0.3'), { min: low, max: high })).toBe(true);
    expect(isWithin(parseDecimal<Amount>('0.300000000000000001'), { min: low, max: high })).toBe(false);
  });
});
