import { parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApi } from '../openapi.ts';
import { exchangeRate, getSetting } from './index.ts';

describe('exchange rates on the wire', () => {
  it('are decimal text, and decode to the original rates', () => {
    const rates = { USD: parseDecimal<Rate>('1'), EUR: parseDecimal<Rate>('0.92') };
    const wire = z.encode(exchangeRate.response, rates);
    expect(wire).toEqual({ USD: '1', EUR: '0.92' });
    expect(z.decode(exchangeRate.response, wire)).toEqual(rates);
  });

  it.each([{ usd: '1' }, { USDT: '1' }, { USD: 1 }, { USD: '0' }, { USD: '-1' }, { USD: '1e3' }])(
    'given %j, when it is decoded, then it is refused',
    (wire) => {
      expect(z.safeDecode(exchangeRate.response, wire as never).success).toBe(false);
    },
  );

  it('are described as text by currency code on the API page', () => {
    const document = JSON.stringify(openApi([exchangeRate], '/api'));
    expect(document).toContain('"propertyNames":{"type":"string","pattern":"^[A-Z]{3}$"}');
    expect(document).toContain('"additionalProperties":{"type":"string"');
  });
});

describe('the keywords of getSetting', () => {
  it.each(['kefu', 'risk_text', 'languages', 'app_version', 'maintenance', 'withdraw_notice'])('has %s', (keyword) => {
    expect(z.safeDecode(getSetting.request, { keyword } as never).success).toBe(true);
  });

  it.each(['', 'KEFU', 'switch.service', '__proto__'])('has no %j', (keyword) => {
    expect(z.safeDecode(getSetting.request, { keyword } as never).success).toBe(false);
  });
});
