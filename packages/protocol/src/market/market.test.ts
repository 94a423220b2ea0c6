import { type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { coinRates, listCandles } from './index.ts';

const ASKED = { symbol: 'BTC/USDT', period: '1min', from: 1_800_000_000, to: '1800000060' };
const decode = (wire: object) => z.safeDecode(listCandles.request, wire as never); // Any input; validated here.

describe('a candle request on the wire', () => {
  it('is in seconds, as number or text, and in milliseconds internally', () => {
    expect(decode(ASKED).data).toMatchObject({ from: 1_800_000_000_000, to: 1_800_000_060_000 });
    expect(z.encode(listCandles.request, { ...ASKED, period: '1min', from: 5_999, to: 6_000 })).toMatchObject({
      from: 5,
      to: 6,
    });
  });

  it.each([{ from: -1 }, { to: '1.5' }, { from: 'soon' }, { to: 1e12 }, { period: '1hour' }, { symbol: '' }])(
    'given %j, when it is decoded, then it is refused',
    (wrong) => {
      expect(decode({ ...ASKED, ...wrong }).success).toBe(false);
    },
  );
});

describe('coin values on the wire', () => {
  it('are decimal text by code, and zero is refused', () => {
    const wire = { BTC: '68000.5', USDT: '1' };
    expect(z.decode(coinRates.response, wire).BTC).toBe(parseDecimal<Price>('68000.5'));
    expect(z.safeDecode(coinRates.response, { BTC: '0' } as never).success).toBe(false);
  });
});
