import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rates, signedAmounts } from '../test/reference.ts';
import {
  type Amount,
  absolute,
  amountForSpeech,
  type Decimal,
  directionOf,
  directionOfPercent,
  formatDecimal,
  groupDigits,
  negate,
  ONE,
  type Price,
  parseDecimal,
  type Rate,
  showAmount,
  showCompact,
  showFiat,
  showPercent,
  showPrice,
} from './index.ts';

/** The number as a price, an amount in a table, an amount in a sentence, compact, and as a ratio in percent. */
const FIXTURES = `
0                     | 0.00                  | 0.00000          | 0                     | 0.00       | 0.00%
-0                    | 0.00                  | 0.00000          | 0                     | 0.00       | 0.00%
0.000000000000000001  | 0.000000000000000001  | 0.00000          | 0.000000000000000001  | 0.00       | 0.00%
-0.000000000000000001 | −0.000000000000000001 | 0.00000          | −0.000000000000000001 | 0.00       | 0.00%
0.00000001            | 0.00000001            | 0.00000          | 0.00000001            | 0.00       | 0.00%
-0.00000001           | −0.00000001           | 0.00000          | −0.00000001           | 0.00       | 0.00%
0.000012345678912     | 0.000012345678        | 0.00001          | 0.000012345678912     | 0.00       | 0.00%
0.00009999            | 0.00009999            | 0.00009          | 0.00009999            | 0.00       | 0.00%
0.0001                | 0.0001                | 0.00010          | 0.0001                | 0.00       | +0.01%
-0.0001               | −0.0001               | −0.00010         | −0.0001               | 0.00       | −0.01%
0.00999999999         | 0.0099999999          | 0.00999          | 0.00999999999         | 0.00       | +0.99%
0.01                  | 0.01                  | 0.01000          | 0.01                  | 0.01       | +1.00%
0.019999              | 0.01                  | 0.01999          | 0.019999              | 0.01       | +1.99%
-0.019999             | −0.01                 | −0.01999         | −0.019999             | −0.01      | −1.99%
0.1                   | 0.10                  | 0.10000          | 0.1                   | 0.10       | +10.00%
0.99999999            | 0.99                  | 0.99999          | 0.99999999            | 0.99       | +99.99%
1                     | 1.00                  | 1.00000          | 1                     | 1.00       | +100.00%
-1                    | −1.00                 | −1.00000         | −1                    | −1.00      | −100.00%
1.005                 | 1.00                  | 1.00500          | 1.005                 | 1.00       | +100.50%
999                   | 999.00                | 999.00000        | 999                   | 999.00     | +99,900.00%
999.999999            | 999.99                | 999.99999        | 999.999999            | 999.99     | +99,999.99%
1000                  | 1,000.00              | 1,000.00000      | 1,000                 | 1,000.00   | +100,000.00%
1000.00000001         | 1,000.00              | 1,000.00000      | 1,000.00000001        | 1.00K      | +100,000.00%
1000.1                | 1,000.10              | 1,000.10000      | 1,000.1               | 1.00K      | +100,010.00%
-1000.1               | −1,000.10             | −1,000.10000     | −1,000.1              | −1.00K     | −100,010.00%
12345.678901          | 12,345.67             | 12,345.67890     | 12,345.678901         | 12.34K     | +1,234,567.89%
999999.999            | 999,999.99            | 999,999.99900    | 999,999.999           | 999.99K    | +99,999,999.90%
1000000               | 1,000,000.00          | 1,000,000.00000  | 1,000,000             | 1,000.00K  | +100,000,000.00%
-1000000              | −1,000,000.00         | −1,000,000.00000 | −1,000,000            | −1,000.00K | −100,000,000.00%
1000000.01            | 1,000,000.01          | 1,000,000.01000  | 1,000,000.01          | 1.00M      | +100,000,001.00%
-1239999.99           | −1,239,999.99         | −1,239,999.99000 | −1,239,999.99         | −1.23M     | −123,999,999.00%
9876543.2             | 9,876,543.20          | 9,876,543.20000  | 9,876,543.2           | 9.87M      | +987,654,320.00%
1000000000            | 1,000,000,000.00      | 1,000,000,000.00000 | 1,000,000,000      | 1,000.00M  | +100,000,000,000.00%
1000000000.01         | 1,000,000,000.01      | 1,000,000,000.01000 | 1,000,000,000.01   | 1.00B      | +100,000,000,001.00%
-22044860000          | −22,044,860,000.00    | −22,044,860,000.00000 | −22,044,860,000  | −22.04B    | −2,204,486,000,000.00%
`;

const rows = FIXTURES.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Parses the number a text shows, without its formatting; `unit` is the value of one in that text. */
function shownIn(text: string, unit = 1n): bigint {
  const plain = text.replace(/[,+%KMB≈$ ]/g, '').replace('\u2212', '-');
  return parseDecimal<Amount>(plain) * unit;
}

const isCutFrom = (shown: bigint, value: bigint, step: bigint) => {
  const missing = value < 0n ? shown - value : value - shown;
  return missing >= 0n && missing < step;
};

const signedRates = fc.tuple(rates, fc.boolean()).map(([rate, minus]) => (minus ? negate(rate) : rate));
const placesOf = fc.integer({ min: 0, max: 18 });
const stepAt = (places: number) => 10n ** BigInt(18 - places);

describe('numbers on screens', () => {
  it('have thirty fixtures or more', () => {
    expect(rows.length).toBeGreaterThanOrEqual(30);
  });

  it.each(rows)('show %s as the price %s, the amount %s, in a sentence %s, compact %s, in percent %s', (...cells) => {
    const [text = '', ...expected] = cells;
    const ways = [showPrice, showAmount, amountForSpeech, showCompact, showPercent];
    expect(ways.map((show) => show(parseDecimal<Rate>(text)))).toEqual(expected);
  });

  it('given a market with its own precision, when a price is shown, then it has that many places', () => {
    expect(showPrice(parseDecimal<Price>('67123.4'), 1)).toBe('67,123.4');
    expect(showPrice(parseDecimal<Price>('0.0123456'), 4)).toBe('0.0123');
    expect(showPrice(parseDecimal<Price>('0.00001234567891'), 4)).toBe('0.000012345678');
    expect(showPrice(parseDecimal<Price>('5'), 0)).toBe('5');
  });

  it.each([
    ['1234.567', '1', '≈ $1,234.56'],
    ['2', '7.1999', '≈ $14.39'],
    ['-1234.567', '1', '≈ −$1,234.56'],
    ['-0.001', '1', '≈ $0.00'],
    ['0', '7', '≈ $0.00'],
  ])('show %s at the rate %s as %s', (value, rate, shown) => {
    expect(showFiat(parseDecimal<Amount>(value), parseDecimal<Rate>(rate), '$')).toBe(shown);
  });
});

describe('a displayed number', () => {
  it('is truncated: never more than the value, and less by under one of the last place', () => {
    fc.assert(
      fc.property(signedAmounts, placesOf, (value, places) => {
        expect(isCutFrom(shownIn(showAmount(value, places)), value, stepAt(places))).toBe(true);
        expect(isCutFrom(shownIn(amountForSpeech(value, places)), value, stepAt(places))).toBe(true);
        expect(isCutFrom(shownIn(showPrice(value, places)), value, stepAt(places))).toBe(true);
      }),
    );
  });

  it('is truncated in compact form too, where the letter gives the unit', () => {
    fc.assert(
      fc.property(signedAmounts, (value) => {
        const text = showCompact(value);
        const unit = { K: 1_000n, M: 1_000_000n, B: 1_000_000_000n }[text.slice(-1)] ?? 1n;
        expect(isCutFrom(shownIn(text, unit), value, stepAt(2) * unit)).toBe(true);
      }),
    );
  });

  it('is truncated in percent too, and has a sign exactly when it has a direction', () => {
    fc.assert(
      fc.property(signedRates, (ratio) => {
        const text = showPercent(ratio);
        expect(isCutFrom(shownIn(text), ratio * 100n, stepAt(2))).toBe(true);
        const sign = { up: '+', down: '\u2212', flat: '0' }[directionOfPercent(ratio)];
        expect(text.startsWith(sign)).toBe(true);
      }),
    );
  });

  it('never has a sign before only zeros', () => {
    fc.assert(
      fc.property(signedAmounts, placesOf, (value, places) => {
        for (const text of [showAmount(value, places), showPrice(value, places), showCompact(value)])
          expect(text).not.toMatch(/^[+\u2212-][0.,]*[KMB]?$/);
      }),
    );
  });

  it('fits: sign, digits, a comma for every three, point and places', () => {
    fc.assert(
      fc.property(signedAmounts, placesOf, (value, places) => {
        const digits = (absolute(value) / ONE).toString().length;
        const commas = (digits - 1 - ((digits - 1) % 3)) / 3;
        expect(showAmount(value, places).length).toBeLessThanOrEqual(1 + digits + commas + 1 + places);
      }),
    );
  });

  it('fits eleven characters when it is compact and below a billion', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n }), (value) => {
        expect(showCompact(value as Amount).length).toBeLessThanOrEqual('\u22121,000.00K'.length + 1);
      }),
    );
  });

  it('given a tiny price, then it has at most eight significant digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 16n - 1n }), (value) => {
        expect(showPrice(value as Price).replace(/^0\.0*/, '')).toMatch(/^[1-9]\d{0,7}$/);
      }),
    );
  });
});

describe('a direction', () => {
  it('is that of the number, or of the number truncated to its places', () => {
    const value = parseDecimal<Amount>('-0.004');
    expect([directionOf(value), directionOf(value, 3), directionOf(value, 2)]).toEqual(['down', 'down', 'flat']);
    expect(directionOf(negate(value))).toBe('up');
    expect(directionOf(0n as Amount)).toBe('flat');
  });

  it('is flat exactly when only zeros are shown', () => {
    fc.assert(
      fc.property(signedAmounts, placesOf, (value, places) => {
        expect(directionOf(value, places) === 'flat').toBe(/^[0.]+$/.test(showAmount(value, places)));
      }),
    );
  });
});

describe('grouped digits', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['123', '123'],
    ['1234', '1,234'],
    ['1234567.891234', '1,234,567.891234'],
    ['1234.', '1,234.'],
    ['-123', '\u2212123'],
    ['-1234.5', '\u22121,234.5'],
  ])('of %j are %j', (text, grouped) => {
    expect(groupDigits(text)).toBe(grouped);
  });

  it('are the same number again when the commas are removed, in groups of three', () => {
    fc.assert(
      fc.property(signedAmounts, (value: Decimal) => {
        const text = formatDecimal(value);
        const grouped = groupDigits(text);
        expect(grouped.replaceAll(',', '').replace('\u2212', '-')).toBe(text);
        expect(grouped).toMatch(/^\u2212?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/);
      }),
    );
  });
});
