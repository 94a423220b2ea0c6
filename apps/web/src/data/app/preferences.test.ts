import { memoryBackend, openStorage } from '@app/client/storage';
import { describe, expect, it } from 'vitest';
import { storage } from '../../lib/storage.ts';
import { type Choices, choose, keptChoices, usePreferences } from './preferences.ts';

/** A non-default value of every choice. */
const OTHERS: Choices = {
  theme: 'light',
  priceColours: 'cb',
  motion: 'reduced',
  fiat: 'TRY',
  chartStyle: 'ohlc',
  haptics: false,
  confirmSpotLimit: false,
  confirmSpotMarket: false,
  confirmContract: false,
};
const NAMES = Object.keys(OTHERS) as (keyof Choices)[]; // Keys of OTHERS.

describe('a preference', () => {
  it.each(NAMES)('given %s is chosen, then it applies at once and after the next start', (name) => {
    const before = usePreferences.getState()[name];
    expect(before).not.toBe(OTHERS[name]);
    choose(name, OTHERS[name]);
    expect(usePreferences.getState()[name]).toBe(OTHERS[name]);
    expect(keptChoices(storage)[name]).toBe(OTHERS[name]);
    choose(name, before);
    expect(keptChoices(storage)[name]).toBe(before);
  });

  it('given one is chosen, then no other changes', () => {
    const defaults = keptChoices(openStorage(memoryBackend()));
    for (const name of NAMES) {
      choose(name, OTHERS[name]);
      expect(keptChoices(storage)).toEqual({ ...defaults, [name]: OTHERS[name] });
      choose(name, defaults[name]);
    }
  });

  it.each([null, 'neon', 7, {}, 'true', ''])('given %j is stored for a choice, then the default applies', (odd) => {
    const kept = { ...openStorage(memoryBackend()), read: () => odd };
    expect(keptChoices(kept)).toEqual(keptChoices(openStorage(memoryBackend())));
  });

  it('given a new device, then every order is confirmed', () => {
    const { confirmSpotLimit, confirmSpotMarket, confirmContract } = keptChoices(openStorage(memoryBackend()));
    expect([confirmSpotLimit, confirmSpotMarket, confirmContract]).toEqual([true, true, true]);
  });

  it('given a currency is chosen, then it is stored with its rate and time, and a code of an earlier version is read', () => {
    storage.write('fiats', { rates: { TRY: '41.25' }, saveTime: 7 });
    choose('fiat', 'TRY');
    expect(storage.read('fiat')).toEqual({ currency_code: 'TRY', rate: '41.25', saveTime: 7 });
    choose('fiat', 'USD');
    expect(storage.read('fiat')).toEqual({ currency_code: 'USD', rate: '1', saveTime: 7 });
    storage.write('fiat', 'EUR');
    expect(keptChoices(storage).fiat).toBe('EUR');
    storage.remove('fiat');
  });
});
