import { type Amount, formatDecimal, type Price, parseDecimal, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTicker } from './read-ticker.ts';
import { createVenueQuotes } from './venue-quotes.ts';

const RECEIVED = 10_000;
const reading = (price: string, volume: string, atMs?: number) => ({
  price: parseDecimal<Price>(price),
  volume24h: parseDecimal<Amount>(volume),
  atMs,
});

describe('the quotes of a venue', () => {
  it('given several readings before a take, then the newest is returned, once, with all volume since', () => {
    const quotes = createVenueQuotes(11);
    quotes.record(1, reading('100', '50', 1000), RECEIVED);
    expect(quotes.take()).toEqual([{ market: 1, source: 11, price: parseDecimal('100'), volume: ZERO, atMs: 1000 }]);
    quotes.record(1, reading('101', '52', 2000), RECEIVED);
    quotes.record(1, reading('102', '55.5', 3000), RECEIVED);
    const volume = parseDecimal<Amount>('5.5');
    expect(quotes.take()).toEqual([{ market: 1, source: 11, price: parseDecimal('102'), volume, atMs: 3000 }]);
    expect(quotes.take()).toEqual([]);
  });

  it('given a reading that is not newer, then it is dropped; a venue without a clock gets the receive time', () => {
    const quotes = createVenueQuotes(12);
    quotes.record(1, reading('100', '50', 2000), 9000);
    quotes.take();
    quotes.record(1, reading('90', '60', 2000), 9001);
    quotes.record(1, reading('90', '60', 1000), 9002);
    expect(quotes.take()).toEqual([]);
    quotes.record(2, reading('7', '1'), 9003);
    expect(quotes.take().map(({ atMs }) => atMs)).toEqual([9003]);
  });

  it('given one reading from the future, then it is dropped, and later ones are accepted', () => {
    const quotes = createVenueQuotes(11);
    quotes.record(1, reading('100', '50', RECEIVED * 1_000), RECEIVED);
    expect(quotes.take()).toEqual([]);
    quotes.record(1, reading('101', '51', RECEIVED + 1_000), RECEIVED);
    quotes.record(1, reading('102', '52', RECEIVED + 1_001), RECEIVED);
    expect(quotes.take().map(({ price }) => formatDecimal(price))).toEqual(['101']);
  });

  it('given our clock was set back, then readings of a venue without a clock are still accepted', () => {
    const quotes = createVenueQuotes(12);
    quotes.record(1, reading('100', '50'), 3_600_000);
    quotes.take();
    quotes.record(1, reading('101', '51'), RECEIVED);
    expect(quotes.take().map(({ price, atMs }) => [formatDecimal(price), atMs])).toEqual([['101', RECEIVED]]);
  });

  it('given a venue without a clock that repeats the same reading, then there is no new quote', () => {
    const quotes = createVenueQuotes(12);
    const sample = (...[price, volume, book]: [string, string, string]) => ({ ...reading(price, volume), book });
    const times = (...readings: ReturnType<typeof sample>[]) =>
      readings.flatMap((one, index) => {
        quotes.record(1, one, RECEIVED + index);
        return quotes.take().map(({ atMs }) => atMs - RECEIVED);
      });
    const calm = sample('7', '1', '6.9 7.1');
    expect(times(calm, calm, sample('7', '1', '6.9 7.2'), sample('7', '2', '6.9 7.2'), calm, calm)).toEqual([
      0, 2, 3, 4,
    ]);
  });

  it('given a venue whose clock advances, then an unchanged price is a new quote', () => {
    const quotes = createVenueQuotes(11);
    quotes.record(1, reading('7', '1', 1000), RECEIVED);
    quotes.take();
    quotes.record(1, reading('7', '1', 2000), RECEIVED);
    expect(quotes.take().map(({ atMs }) => atMs)).toEqual([2000]);
  });

  it('law: volume is never negative, and equals the growth of the 24-hour volume', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }), (volumes) => {
        const quotes = createVenueQuotes(11);
        const reported = volumes.map((volume, index) => {
          quotes.record(1, reading('1', String(volume), index), RECEIVED);
          return quotes.take()[0]?.volume ?? ZERO;
        });
        const growths = volumes.map((volume, index) => Math.max(0, volume - (volumes[index - 1] ?? volume)));
        expect(formatDecimal(sum(reported))).toBe(String(growths.reduce((all, growth) => all + growth, 0)));
      }),
    );
  });
});

describe('parsing a ticker', () => {
  const good = { lastPrice: '0.00000093', volume: '81234567890123.00000000', closeTime: 5 };

  it('given a price too small for a float’s usual text, then it is parsed exactly', () => {
    expect(readTicker('binancePolled', good)).toEqual(reading('0.00000093', '81234567890123', 5));
  });

  it.each([
    ['no price', { ...good, lastPrice: undefined }],
    ['a price in words', { ...good, lastPrice: 'NaN' }],
    ['an exponent', { ...good, lastPrice: '9.3e-7' }],
    ['zero', { ...good, lastPrice: '0.00000000' }],
    ['a negative price', { ...good, lastPrice: '-1' }],
    ['a float instead of its text', { ...good, lastPrice: 0.1 }],
    ['a negative volume', { ...good, volume: '-5' }],
    ['a price beyond all storage', { ...good, lastPrice: '9'.repeat(39) }],
    ['nothing', undefined],
    ['a text', 'maintenance'],
    ['a list', []],
  ])('given %s, then it is no ticker', (_, info) => {
    expect(readTicker('binancePolled', info)).toBeUndefined();
  });

  it('given Kraken’s lists, then the last price and the volume of 24 hours are read, not of today', () => {
    const info = { c: ['68005.10000', '0.04'], v: ['147.9', '296.5'] };
    expect(readTicker('krakenPolled', info)).toMatchObject(reading('68005.1', '296.5'));
    const book = { a: ['68005.2', '1', '1.0'], b: ['68005.1', '2', '2.0'] };
    const sample = readTicker('krakenPolled', { ...info, ...book })?.book;
    expect(sample).toBeDefined();
    for (const moved of [{ a: ['68005.3', '1', '1.0'] }, { b: ['68005.1', '3', '2.0'] }])
      expect(readTicker('krakenPolled', { ...info, ...book, ...moved })?.book).not.toBe(sample);
    expect(readTicker('krakenPolled', { ...info, c: [] })).toBeUndefined();
    expect(readTicker('krakenPolled', { ...info, v: ['147.9'] })).toBeUndefined();
  });
});
