import type { Candle } from '@app/domain/market';
import { type Amount, LARGEST_MAGNITUDE, type Price } from '@app/money';
import { listCandles } from '@app/protocol/market';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { joinBars, parseBar, toWireBar } from './wire-bars.ts';

const price = fc.bigInt({ min: 1n, max: LARGEST_MAGNITUDE }).map((value) => value as Price);
const volume = fc.bigInt({ min: 0n, max: LARGEST_MAGNITUDE }).map((value) => value as Amount);
const startMs = fc.nat({ max: 4e12 });
const candles = fc.record({ startMs, open: price, high: price, low: price, close: price, volume });

describe('a bar in wire format', () => {
  it('equals the protocol’s own encoding, and decodes to the same bar', () => {
    fc.assert(
      fc.property(candles, fc.boolean(), (candle: Candle, isSimulated) => {
        const { startMs: time, volume: vol, ...prices } = candle;
        const list = [{ time, ...prices, vol, simulated: isSimulated }];
        const encoded = z.encode(listCandles.response, { symbol: 'BTC/USDT', period: '1min', list });
        expect([toWireBar(candle, isSimulated)]).toEqual(encoded.list);
        expect(parseBar(toWireBar(candle, isSimulated))).toEqual(candle);
      }),
    );
  });

  it('given parts that overlap in one bar, then they are merged, simulated if any part was', () => {
    const bar = (time: number, text: string, simulated: 0 | 1) => ({
      time,
      open: text,
      high: text,
      low: text,
      close: text,
      vol: '1',
      simulated,
    });
    const joined = joinBars([[bar(0, '5', 1)], [bar(0, '7', 0), bar(60_000, '8', 0)], [bar(60_000, '6', 0)]], '1min');
    expect(joined).toEqual([
      { time: 0, open: '5', high: '7', low: '5', close: '7', vol: '2', simulated: 1 },
      { time: 60_000, open: '8', high: '8', low: '6', close: '6', vol: '2', simulated: 0 },
    ]);
  });
});
