import { type Market, medianOf, type SourceQuote, type Tick } from '@app/domain/market';
import { type Price, sum } from '@app/money';
import { createSimulator } from '@app/server/modules/market';

const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;

type NewTick = Omit<Tick, 'seq'>;
export type Pace = { readonly markets: readonly Market[]; readonly everyMinutes: number; readonly fromMs: number };

/**
 * Generates a week of index ticks for all markets, as the feed derives them from the simulated venues; closed markets
 * produce none.
 */
export function* walkWeek({ markets, everyMinutes, fromMs }: Pace): Generator<readonly NewTick[]> {
  const simulator = createSimulator({ markets, seed: 'proof' });
  const steps = new Map(markets.map(({ id, priceTick }) => [id, priceTick]));
  for (let minute = 0; minute < WEEK_MINUTES; minute += everyMinutes) {
    const nowMs = fromMs + minute * MINUTE_MS;
    const quoted = Map.groupBy(simulator.take(nowMs), ({ market }) => market);
    const ticks = [...quoted].flatMap(([market, quotes]) => {
      const step = steps.get(market);
      return step === undefined ? [] : [tickOf({ market, nowMs, step }, quotes)];
    });
    if (ticks.length > 0) yield ticks;
  }
}

type Place = { readonly market: number; readonly nowMs: number; readonly step: Price };

function tickOf({ market, nowMs, step }: Place, quotes: readonly SourceQuote[]): NewTick {
  const prices = quotes.map(({ price }) => price);
  const sources = quotes.map(({ source, price, atMs }) => ({ source, price, ageMs: nowMs - atMs }));
  const volume = sum(quotes.map((quote) => quote.volume));
  return { market, atMs: nowMs, price: medianOf(prices, step), volume, sources };
}
