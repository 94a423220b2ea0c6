import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caretAfter, readPastedAmount, typeAmount } from './amount-entry.ts';

/** The ten languages of the app, by browser language tag. */
const LANGUAGE_TAGS = ['en', 'zh-HK', 'ja', 'th', 'ko', 'es', 'id', 'vi', 'tr', 'zh-CN'];

describe('an amount field while it is typed', () => {
  it.each([
    ['a comma becomes a point at once', '1', '1,', '1.'],
    ['a bare point gets its zero', '', '.', '0.'],
    ['a second separator is not taken', '1.5', '1.5,', '1.5'],
    ['a second point in the middle is not taken', '1.5', '1..5', '1.5'],
    ['places beyond the last are cut, not rounded', '1.23', '1.239', '1.23'],
    ['leading zeros go', '0', '07', '7'],
    ['one zero may stand', '', '0', '0'],
    ['zero and a point may stand', '0', '0.', '0.'],
    ['letters are not taken', '12', '12e', '12'],
    ['a minus is not taken', '', '-', ''],
    ['it may be emptied', '1', '', ''],
    ['more digits than storage has are not taken', '9'.repeat(20), '9'.repeat(21), '9'.repeat(20)],
    ['a full-width digit is the digit', '1', '1２', '12'],
    ['a full-width point is a point', '1', '1．', '1.'],
    ['the full stop of a Chinese keyboard is a point', '1', '1。', '1.'],
    ['a full-width comma is a point too', '1', '1，', '1.'],
    ['an Arabic digit is the digit', '1', '1٣', '13'],
    ['an Arabic point is a point', '1', '1٫', '1.'],
    ['a Persian digit is the digit', '1', '1۹', '19'],
    ['a Thai digit is the digit', '1', '1๕', '15'],
    ['digits of other scripts are not taken', '1', '1५', '1'],
    ['digits that are pictures are not taken', '1', '1②', '1'],
    ['an exponent is not taken', '1', '1²', '1'],
  ])('%s', (_law, before, after, held) => {
    expect(typeAmount(before, after, 2)).toBe(held);
  });

  it('given no decimal places, when a point is typed, then it is dropped', () => {
    expect(typeAmount('1', '1.', 0)).toBe('1');
  });

  it.each([
    ['0,5', '0.5'],
    ['0.5', '0.5'],
    [',5', '0.5'],
    ['1..5', '1.5'],
    ['1,,5', '1.5'],
    ['0.123456789012', '0.1234567890'],
    ['1,234.5', '1.2345'],
    ['1.2.3', '1.23'],
    ['0..5,', '0.5'],
    ['000.50', '0.50'],
    ['12 345,6', '12345.6'],
    ['1234.5 USDT', '1234.5'],
    ['１２．５', '12.5'],
    ['١٢٫٥', '12.5'],
    ['-1e5', '15'],
    ['NaN', ''],
    ['.5', '0.5'],
    ['1,2,3', '1.23'],
    ['007', '7'],
    ['1e5', '15'],
    ['12345678901234567890123', '12345678901234567890'],
  ])('given the keys %s one by one, then it holds %s', (keys, held) => {
    expect([...keys].reduce((before, key) => typeAmount(before, before + key, 10), '')).toBe(held);
  });

  it('given an amount with few places, then keys beyond them are ignored', () => {
    const held = [...'0.123456789012'].reduce((before, key) => typeAmount(before, before + key, 5), '');
    expect(held).toBe('0.12345');
  });

  it.each(LANGUAGE_TAGS)('given the decimal key of a keyboard for %s, then it becomes a point', (tag) => {
    const separator = new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '';
    expect(separator).not.toBe('');
    expect([...`0${separator}5`].reduce((before, key) => typeAmount(before, before + key, 5), '')).toBe('0.5');
  });

  it('given any keys anywhere, then it holds digits and at most one point, within the allowed places', () => {
    const key = fc.oneof(fc.constantFrom(...'0019.,１٣٫e- '), fc.string({ minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.nat(30)), { maxLength: 30 }), (keys) => {
        const held = keys.reduce(
          (before, [text, at]) => typeAmount(before, before.slice(0, at) + text + before.slice(at), 10),
          '',
        );
        expect(held).toMatch(/^(?:(?:0|[1-9]\d{0,19})(?:\.\d{0,10})?)?$/);
      }),
    );
  });
});

describe('a pasted amount', () => {
  it.each([
    ['1,234', '1234'],
    ['1,234.5', '1234.5'],
    ['1,234,567.891', '1234567.891'],
    ['1.234,5', '1234.5'],
    ['1.234,56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1.234', '1.234'],
    ['0,5', '0.5'],
    ['0,123', '0.123'],
    ['1,23', '1.23'],
    ['1,234.5 USDT', '1234.5'],
    [' 1 234,50 USDT', '1234.50'],
    ['1\u00a0234\u202f567.5', '1234567.5'],
    ["1'234.5", '1234.5'],
    ['USDT 5', '5'],
    ['5BTC', '5'],
    ['$1,234.56', '1234.56'],
    ['≈ $1,234.56', '1234.56'],
    ['1.234,56 €', '1234.56'],
    ['.5', '0.5'],
    ['007', '7'],
    ['0.12345678901', '0.1234567890'],
    ['0.123456789012', '0.1234567890'],
    ['≈ $0.123456789012', '0.1234567890'],
    ['0,00015 BTC', '0.00015'],
    ['１，２３４．５', '1234.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
  ])('parses %j as %s', (pasted, read) => {
    expect(readPastedAmount(pasted, 10)).toBe(read);
  });

  it.each([
    ...[
      '',
      'abc',
      '-5',
      '\u22125',
      '+5',
      '1,2,3',
      '1.2.3',
      '1..5',
      '1,23,456',
      '1e5',
      '12.34.56,7',
      'NaN',
      'Infinity',
      'rubbish',
    ],
    ...['1.23M', '5K', '5k', '2 bn', '3 mln', '5万', '5%', '1 2', '5 1INCH', '5 1000SATS', '1 USDT 2', '0x10', '१'],
    ...['9'.repeat(21), `1${' '.repeat(100)}2`],
  ])('does not guess %j', (pasted) => {
    expect(readPastedAmount(pasted, 10)).toBeUndefined();
  });

  it.each(LANGUAGE_TAGS)('parses the local notation of %s', (tag) => {
    const write = (value: number) => new Intl.NumberFormat(tag, { maximumFractionDigits: 10 }).format(value);
    for (const value of [0.5, 1234.5, 12_345.678_9, 1_234_567.25, 0.00015])
      expect(readPastedAmount(`${write(value)} USDT`, 10), write(value)).toBe(String(value));
  });

  it('given a page of text, when it is pasted, then it is refused immediately', () => {
    const before = process.threadCpuUsage(); // CPU time, so that other processes on the machine do not count.
    for (const text of ['A', '1', ' 1', '1,', '1.', "'"]) readPastedAmount(text.repeat(1_000_000), 10);
    readPastedAmount(`1${'A'.repeat(200_000)}1`, 10);
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('the caret', () => {
  it.each([
    ['a comma in the middle', '1,|25', '1.25', '1.|25'],
    ['a refused letter in the middle', '1x|25', '125', '1|25'],
    ['a refused second point', '1.|5.5', '15.5', '1|5.5'],
    ['a point typed before the point steps over it', '1.|.5', '1.5', '1.|5'],
    ['a digit that pushes the last one out', '1.9|23', '1.92', '1.9|2'],
    ['a digit beyond the last place', '1.239|', '1.23', '1.23|'],
    ['leading zeros that go', '007|', '7', '7|'],
    ['leading zeros that go on its left', '00|7', '7', '|7'],
    ['a zero put before a bare point', '.|5', '0.5', '0.|5'],
    ['a bare point alone', ',|', '0.', '0.|'],
    ['a bare point on its right', '|.5', '0.5', '|0.5'],
    ['commas that go when typing starts', '1,2|34.5', '1234.5', '12|34.5'],
    ['a full-width digit', '1２|3', '123', '12|3'],
    ['a digit into the middle of a full row of places', '0.1|23', '0.12', '0.1|2'],
    ['a second comma before the point', '1,|2.5', '12.5', '1|2.5'],
    ['everything replaced by what is refused', 'x|', '125', '|125'],
  ])('given %s, then it stays in place: %s', (_case, typed, held, placed) => {
    expect(caretAfter(typed.replace('|', ''), held, typed.indexOf('|'))).toBe(placed.indexOf('|'));
  });

  it('stays inside, does not move without a change, and at the end stays at the end', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'0012.,x'), maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.nat(14), (text, caret) => {
        const held = typeAmount('', text, 10);
        expect(caretAfter(text, held, caret)).toBeLessThanOrEqual(held.length);
        expect(caretAfter(held, held, caret)).toBe(Math.min(caret, held.length));
        expect(caretAfter(text, held, text.length)).toBe(held.length);
      }),
      { numRuns: 1000 },
    );
  });
});
