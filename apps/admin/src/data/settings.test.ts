import { describe, expect, it } from 'vitest';
import { groupOf, nameOf, payloadOf, placeIn, readableJson, shortValue } from './settings.ts';

/** Shows which text was chosen. */
const say = (key: string, params?: object) => (params === undefined ? key : `${key} ${JSON.stringify(params)}`);
const form = (min: string | null, max: string | null) => ({ form: { kind: 'integer' as const, min, max } });

describe('a setting on the screen', () => {
  it('has a group and a name', () => {
    expect([groupOf('switch.market.BTC/USDT'), nameOf('switch.market.BTC/USDT')]).toEqual([
      'switch',
      'market.BTC/USDT',
    ]);
    expect(nameOf('staff.session_seconds')).toBe('session seconds');
  });

  it('shows its value in one line', () => {
    expect(['true', 'false', '28800', '"0.5"', '""'].map((json) => shortValue(json, say))).toEqual([
      'value.on',
      'value.off',
      '28,800',
      '0.5',
      '—',
    ]);
    expect(shortValue('{"open":true,"except":["DE","FR"]}', say)).toBe('value.open_but {"count":2}');
    expect(shortValue('{"open":false,"except":[]}', say)).toBe('value.closed_everywhere');
    expect(shortValue('["CU","IR"]', say)).toBe('CU IR');
    expect(shortValue(JSON.stringify({ levels: Array(60).fill(1) }), say)).toHaveLength(49);
  });

  it('is readable as JSON: lists of plain values stay in one line', () => {
    expect(readableJson('{"open":true,"except":["DE","FR"],"levels":[{"a":1}]}')).toBe(
      '{\n  "open": true,\n  "except": ["DE", "FR"],\n  "levels": [\n    {\n      "a": 1\n    }\n  ]\n}',
    );
  });

  it('has a place between its limits, by factors where they are far apart', () => {
    expect(placeIn(form('0', '100'), '25')).toBe(0.25);
    expect(placeIn(form('1', '10000'), '100')).toBe(0.5);
    expect(placeIn(form(null, '100'), '25')).toBeUndefined();
    expect(placeIn(form('0', '100'), '{}')).toBeUndefined();
  });

  it('given another kind of change, then it says nothing about a setting', () => {
    expect(payloadOf({ kind: 'staff.enable', payload: '{"staff_id":"1"}' })).toBeUndefined();
    expect(payloadOf({ kind: 'setting.version', payload: '{"key":"a.b","version":2,"value":1}' })?.version).toBe(2);
  });
});
