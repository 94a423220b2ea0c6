import { authSettings } from '@app/domain/auth';
import { marketSettings } from '@app/domain/market';
import { notifySettings } from '@app/domain/notify';
import { KILL_SWITCHES, killSwitch, productSwitch, referenceSettings, type Setting } from '@app/domain/reference';
import { spotSettings } from '@app/domain/spot';
import { staffSettings } from '@app/domain/staff';
import { describe, expect, it } from 'vitest';
import { formOf } from './setting-form.ts';

const form = (setting: unknown) => formOf(setting as Parameters<typeof formOf>[0]); // Settings of any value.

const SETTINGS = [authSettings, marketSettings, notifySettings, referenceSettings, spotSettings, staffSettings]
  .flatMap((group) => Object.values(group) as object[])
  .filter((it): it is Setting<unknown> => 'codec' in it);

describe('the form of a setting', () => {
  it('has the limits that its codec enforces', () => {
    expect(form(staffSettings.sessionIdle)).toEqual({ kind: 'integer', min: '60', max: '900' });
    expect(form(referenceSettings.losingAccounts)).toEqual({ kind: 'integer', min: '0', max: '100' });
    expect(form(spotSettings.bandRate)).toMatchObject({ kind: 'decimal' });
    expect(form(referenceSettings.closedCountries).kind).toBe('countries');
    expect(form(referenceSettings.oldestApp).kind).toBe('text');
    expect(form(productSwitch('seconds')).kind).toBe('product');
    expect(form(killSwitch(KILL_SWITCHES[0])).kind).toBe('flag');
    expect(form(spotSettings.ladder).kind).toBe('json');
  });

  it('given any setting with limits, then both are accepted and what is beyond them is not', () => {
    let checked = 0;
    for (const setting of SETTINGS) {
      const { kind, min, max } = formOf(setting);
      if (kind !== 'integer') continue;
      for (const [end, beyond] of [
        [min, -1],
        [max, 1],
      ] as const) {
        if (end === null) continue;
        checked += 1;
        expect(setting.codec.decode(Number(end)).ok, setting.key).toBe(true);
        expect(setting.codec.decode(Number(end) + beyond).ok, setting.key).toBe(false);
      }
    }
    expect(checked).toBeGreaterThan(30);
  });
});
