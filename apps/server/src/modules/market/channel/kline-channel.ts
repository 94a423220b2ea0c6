import type { Candle } from '@app/domain/market';
import { type BarShown, klineData } from '@app/protocol/socket';
import * as z from 'zod/mini';
import type { ChannelSource } from '../../../gateway/channels.ts';
import type { BarKey, CurrentBars } from './current-bars.ts';

const FRAMES_A_SECOND = 4;

/** Two, so that a subscriber that was offline when a bar ended gets its final state in the snapshot. */
const BARS_AT_THE_START = 2;

/**
 * Opens a channel of one market's bars of one period: the snapshot holds the newest, updates hold those that ticks
 * touched.
 */
export function openKline(bars: CurrentBars, key: BarKey, onUpdate: () => void): ChannelSource {
  let published = bars.newestOf(key);
  let seq = String(bars.blockNumber());
  const touched = new Map<number, Candle>();
  const close = bars.watch(key, { onBar: (candle) => touched.set(candle.startMs, candle), onUpdate });
  return {
    framesASecond: FRAMES_A_SECOND,
    close,
    start: () => ({ seq, data: z.encode(klineData, { bars: published.map(shown) }) }),
    nextUpdate: () => {
      if (touched.size === 0) return undefined;
      const data = z.encode(klineData, { bars: [...touched.values()].map(shown) });
      published = [...published.filter(({ startMs }) => !touched.has(startMs)), ...touched.values()].slice(
        -BARS_AT_THE_START,
      );
      seq = String(bars.blockNumber());
      touched.clear();
      return { seq, data };
    },
  };
}

const shown = ({ startMs, volume, ...prices }: Candle): BarShown => ({ time: startMs, vol: volume, ...prices });
