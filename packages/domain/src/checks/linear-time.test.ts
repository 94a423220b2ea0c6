import { describe, expect, it } from 'vitest';
import {
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
} from './index.ts';

type Check = (text: string) => boolean;
type Hostile = (length: number) => string;

const SIZES = [5_000, 50_000, 500_000];
/** Largest allowed growth: ten times the text may take ten times as long; a quadratic check takes a hundred. */
const GROWTH_MAX = 30;
/** Shortest measurement, long enough for the coarsest clock; a faster check is repeated until it is reached. */
const MEASURED_MICROS = 15_000;
/** Lower bound of a result: a faster check has not read the text. */
const UNREAD_MICROS = 10;
/**
 * Number of measurements: noise of garbage collection or other processes varies, the cost of the check itself does not.
 */
const MEASUREMENTS = 4;
const ANY_LENGTH = { min: 0, max: Number.MAX_SAFE_INTEGER };

const of = (unit: string, end = '') => {
  const hostile: Hostile = (length) => `${unit.repeat(Math.ceil(length / unit.length))}${end}`;
  return hostile;
};
const after =
  (start: string, rest: Hostile): Hostile =>
  (length) =>
    start + rest(length);

/** Long runs that match almost to the end, which make a pattern backtrack from every position. */
const HOSTILE: readonly [string, Check, readonly Hostile[]][] = [
  ['isEmail', isEmail, [of('a'), of('a.', '@'), of('@'), after('a@', of('a.')), after('a@', of('-', '.c')), of('.')]],
  ['isMainlandMobile', isMainlandMobile, [of('1'), of('13', 'x')]],
  ['isDigits', isDigits, [of('1'), of('1', 'x'), of('x')]],
  ['isAmountText', isAmountText, [of('1'), of('0'), of('1.'), after('0.', of('0')), of('1', 'x')]],
  ['isNumericCode', isNumericCode, [of('1'), of('1', 'x')]],
  ['isNumericCode of any length', (text) => isNumericCode(text, text.length), [of('1'), of('1', 'x')]],
  ['isLetters', isLetters, [of('a'), of('a', '1')]],
  ['isUrl', isUrl, [after('https://', of('a.')), after('https://a.co/', of('/')), of('http://'), of(' ')]],
  ['isDateText', isDateText, [of('2026-01-01'), of('0'), of('0', '-01-01')]],
  ['hasLength', (text) => hasLength(text, { min: 2, max: 10 }), [of('a'), of('\u0301'), of('👩‍'), of('🇫')]],
  ['hasLength of anything', (text) => hasLength(text, ANY_LENGTH), [of('a'), of('e\u0301'), of('👩‍'), of('🇫')]],
  ['isDisplayName', (text) => isDisplayName(text, { min: 2, max: 10 }), [of('潮'), of('a', '!'), of('\u0301')]],
  ['isDisplayName of anything', (text) => isDisplayName(text, ANY_LENGTH), [of('潮'), of('a', '!'), of('\u0301')]],
];

/** Measures CPU time rather than wall time, so that other processes on the machine do not count. */
function microsOf(check: Check, text: string): number {
  for (let times = 1; ; times *= 8) {
    const before = process.threadCpuUsage();
    for (let time = 0; time < times; time += 1) check(text);
    const { user, system } = process.threadCpuUsage(before);
    const isQuick = times * UNREAD_MICROS > MEASURED_MICROS;
    if (user + system >= MEASURED_MICROS || isQuick) return Math.max(UNREAD_MICROS, (user + system) / times);
  }
}

/** Returns the worst slowdown for ten times the text. Stops at the first excess: the next size would take minutes. */
function growthOf(check: Check, hostile: Hostile, sizes = SIZES): number {
  let worst = 0;
  let before = Number.POSITIVE_INFINITY;
  for (const size of sizes) {
    const now = microsOf(check, hostile(size));
    worst = Math.max(worst, now / before);
    if (worst > GROWTH_MAX) break;
    before = now;
  }
  return worst;
}

/** Returns the least growth of four measurements; stops at the first one within bounds. */
function sureGrowthOf(check: Check, hostile: Hostile, sizes = SIZES): number {
  let least = Number.POSITIVE_INFINITY;
  for (let measured = 0; measured < MEASUREMENTS && least > GROWTH_MAX; measured += 1)
    least = Math.min(least, growthOf(check, hostile, sizes));
  return least;
}

describe('hostile text', () => {
  it.each(HOSTILE)('costs %s time that grows no faster than its length', (_name, check, texts) => {
    for (const hostile of texts) expect(sureGrowthOf(check, hostile)).toBeLessThanOrEqual(GROWTH_MAX);
  });

  it('given a quadratic pattern, then the measurement detects it', () => {
    const isPadded: Check = (text) => /\s+$/.test(text);
    expect(sureGrowthOf(isPadded, of(' ', 'x'), [500, 10_000])).toBeGreaterThan(GROWTH_MAX);
  });
});
