import { type Amount, parseDecimal, ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import { afterReminder, NOT_REMINDED, type Reminded, reminderOf } from './reminder.ts';
import { todayLostOf } from './today-query.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const MINUTE_MS = 60_000;

const reminder = (minutes: number, lost: string, before: Reminded = NOT_REMINDED) =>
  reminderOf({ spentMs: minutes * MINUTE_MS, lost: amount(lost), stakeMin: amount('5') }, before);

describe('a reminder', () => {
  it('comes each half hour, once', () => {
    expect([reminder(29, '0'), reminder(30, '0'), reminder(61, '0')]).toEqual([
      undefined,
      { kind: 'time', minutes: 30 },
      { kind: 'time', minutes: 60 },
    ]);
    const after = afterReminder(NOT_REMINDED, { kind: 'time', minutes: 30 });
    expect([reminder(45, '0', after), reminder(60, '0', after)]).toEqual([undefined, { kind: 'time', minutes: 60 }]);
  });

  it('points out a day’s loss of ten least stakes, and again when it has doubled', () => {
    expect([reminder(0, '49.99'), reminder(0, '50')]).toEqual([undefined, { kind: 'loss', lost: amount('50') }]);
    const after = afterReminder(NOT_REMINDED, { kind: 'loss', lost: amount('60') });
    expect([reminder(0, '119', after), reminder(0, '120', after)]).toEqual([
      undefined,
      { kind: 'loss', lost: amount('120') },
    ]);
  });
});

describe('the day’s loss', () => {
  const results = (...all: readonly [product: 'spot' | 'contract' | 'seconds', value: string][]) =>
    all.map(([product, value]) => ({ product, value: amount(value) }));

  it('is that of bets alone, and that of all products after fees', () => {
    const range = { results: results(['spot', '5'], ['seconds', '-30']), fees: results(['spot', '1']) };
    expect(todayLostOf(range)).toEqual({ bySeconds: amount('30'), byAll: amount('26') });
  });

  it('is zero for a gain', () => {
    expect(todayLostOf({ results: results(['seconds', '42.5']), fees: [] })).toEqual({ bySeconds: ZERO, byAll: ZERO });
  });
});
