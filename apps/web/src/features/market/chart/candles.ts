import type { Period } from '@app/domain/market';
import { listCandles } from '@app/protocol/market';
import type { BarShown } from '@app/protocol/socket';
import type { KlineBar } from '@app/ui';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { publicChannels } from '../../../data/socket/channel.ts';
import { type CandleSource, createCandleSource } from './candle-source.ts';

const keyOf = (symbol: string, period: Period) => `${symbol} ${period}`;

/** A candle source that also reports whether any of its bars are simulated. */
export type Candles = CandleSource & Pick<ReturnType<typeof createSimulatedWatch>, 'hasSimulated' | 'watch'>;

/** Maps each channel bar to one chart bar, so that unchanged bars are not redrawn. */
const shown = new WeakMap<BarShown, KlineBar>();

function toBar(wireBar: BarShown & { readonly simulated?: boolean }): KlineBar {
  const known = shown.get(wireBar);
  if (known !== undefined) return known;
  const { vol, ...bar } = wireBar;
  const made = { ...bar, volume: vol };
  shown.set(wireBar, made);
  return made;
}

function openCandles(symbol: string, period: Period): Candles {
  const { see, ...simulated } = createSimulatedWatch();
  const channel = { kind: 'kline', symbol, period } as const;
  const source = createCandleSource({
    key: keyOf(symbol, period),
    period,
    fetchBars: async (from, to) => see((await call(listCandles, { symbol, period, from, to })).list.map(toBar)),
    listen: (onChange) => publicChannels.listen(channel, onChange),
    liveBars: () => {
      const { isLive, state } = publicChannels.view(channel);
      return isLive ? state?.map(toBar) : undefined;
    },
    now: serverNow,
    later: (act, ms) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
  return { ...source, ...simulated };
}

let ahead: Candles | undefined;

/** Starts loading the bars of a chart that is about to open, in parallel with everything else it needs. */
export function beginCandles(symbol: string, period: Period): void {
  ahead = openCandles(symbol, period);
  ahead.begin();
}

/** Returns the bar source of a chart: the one started ahead, or a new one. */
export const candlesOf = (symbol: string, period: Period): Candles =>
  ahead?.key === keyOf(symbol, period) ? ahead : openCandles(symbol, period);

type Marked = { readonly simulated?: boolean };

/** Tracks whether any received bar was simulated, for a chart whose market no longer is. */
export function createSimulatedWatch() {
  const watchers = new Set<() => void>();
  let isAny = false;
  return {
    see: <Bar extends Marked>(bars: readonly Bar[]): readonly Bar[] => {
      if (!isAny && bars.some(({ simulated }) => simulated)) {
        isAny = true;
        for (const notify of watchers) notify();
      }
      return bars;
    },
    hasSimulated: (): boolean => isAny,
    watch: (onChange: () => void): (() => void) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}
