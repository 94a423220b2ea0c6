import type { Period } from '@app/domain/market';
import { listCandles } from '@app/protocol/market';
import type { BarShown } from '@app/protocol/socket';
import type { KlineBar } from '@app/ui';
import { call } from '../../../shared/call.ts';
import { publicChannels } from '../../../shared/channel.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { type CandleSource, createCandleSource } from '../model/candle-source.ts';

const keyOf = (symbol: string, period: Period) => `${symbol} ${period}`;

/** One bar of the channel is one bar of the chart: what did not change is not drawn again. */
const shown = new WeakMap<BarShown, KlineBar>();

function toBar(told: BarShown): KlineBar {
  const known = shown.get(told);
  if (known !== undefined) return known;
  const { vol, ...bar } = told;
  const made = { ...bar, volume: vol };
  shown.set(told, made);
  return made;
}

function openCandles(symbol: string, period: Period): CandleSource {
  const channel = { kind: 'kline', symbol, period } as const;
  return createCandleSource({
    key: keyOf(symbol, period),
    period,
    ask: async (from, to) => (await call(listCandles, { symbol, period, from, to })).list.map(toBar),
    listen: (onChange) => publicChannels.listen(channel, onChange),
    heard: () => {
      const { isLive, state } = publicChannels.view(channel);
      return isLive ? state?.map(toBar) : undefined;
    },
    now: serverNow,
    later: (act, ms) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
}

let ahead: CandleSource | undefined;

/** Asks for the bars of a chart that is about to open, beside everything else that it needs. */
export function beginCandles(symbol: string, period: Period): void {
  ahead = openCandles(symbol, period);
  ahead.begin();
}

/** Where the bars of a chart come from: the source that was begun ahead, or a new one. */
export const candlesOf = (symbol: string, period: Period): CandleSource =>
  ahead?.key === keyOf(symbol, period) ? ahead : openCandles(symbol, period);
