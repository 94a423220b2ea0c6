import { execFileSync } from 'node:child_process';
import {
  computeIndexPrice,
  INDEX_RULES,
  isOpenAt,
  latestQuotes,
  medianOf,
  type RecentPrices,
  type SourceQuote,
} from '@app/domain/market';
import { formatDecimal, isMultipleOf, parseDecimal, sum } from '@app/money';
import { describe, expect, inject, it } from 'vitest';
import { SAMPLE_MARKETS, sampleMarket } from '../../../../../test/sample-markets.ts';
import { createSimulator } from './create-simulator.ts';
import { hash, keyOf } from './noise.ts';
import { simulatedHistory } from './simulated-history.ts';

const WEDNESDAY = Date.UTC(2026, 2, 11, 15);
const SATURDAY = Date.UTC(2026, 2, 14, 15);
const MINUTE_MS = 60_000;
/** An hour takes a quarter of all unit tests' time, so only full runs use it. */
const MINUTES_OF_ALL = inject('isLong') ? 60 : 10;

const emitAt = (atMs: number, seed = 'tidemark') => createSimulator({ markets: SAMPLE_MARKETS, seed }).take(atMs);
const toLines = (quotes: readonly SourceQuote[]) =>
  quotes.map(({ market, source, price, atMs }) => `${market} ${source} ${formatDecimal(price)} ${atMs}`);
const numberOf = (price: SourceQuote['price']) => Number(formatDecimal(price));
const priceOf = (symbol: string, quotes: readonly SourceQuote[]) => {
  const { id, priceTick } = sampleMarket(symbol);
  const prices = quotes.filter(({ market }) => market === id).map(({ price }) => price);
  return medianOf(prices, priceTick);
};

/** Lists every second in which a simulated move is taken for a jump, or a venue is missing. */
function findOdd(markets: typeof SAMPLE_MARKETS, minutes: number): readonly string[] {
  const simulator = createSimulator({ markets, seed: 'an ordinary day' });
  const seen = new Map<number, readonly SourceQuote[]>();
  const recents = new Map<number, RecentPrices>();
  const odd: string[] = [];
  for (let nowMs = WEDNESDAY; nowMs < WEDNESDAY + minutes * MINUTE_MS; nowMs += 1_000) {
    const quoted = Map.groupBy(simulator.take(nowMs), ({ market }) => market);
    for (const { id, priceTick } of markets) {
      const quotes = latestQuotes([...(seen.get(id) ?? []), ...(quoted.get(id) ?? [])], { nowMs, aheadMs: 1_000 });
      seen.set(id, quotes);
      if (quotes.length === 0) continue; // Closed throughout.
      const recent = recents.get(id) ?? [];
      const known = { quotes, recent, last: recent.at(-1), pending: undefined };
      const verdict = computeIndexPrice({ ...known, nowMs, rules: INDEX_RULES, priceTick });
      if (verdict.kind === 'price') recents.set(id, verdict.recent);
      if (verdict.kind !== 'price' || verdict.sources.length !== 3) odd.push(`${id} at ${nowMs}`);
    }
  }
  return odd;
}

describe('the simulator', () => {
  it('given the 65 markets, when all are open, then three venues quote each, on its grid and above zero', () => {
    const quotes = [...emitAt(WEDNESDAY), ...emitAt(Date.UTC(2026, 2, 11, 2))];
    expect(SAMPLE_MARKETS).toHaveLength(65);
    for (const { id, priceTick, lot } of SAMPLE_MARKETS) {
      const own = quotes.filter(({ market }) => market === id);
      expect(new Set(own.map(({ source }) => source))).toEqual(new Set([1, 2, 3]));
      expect(own.every(({ price }) => price > 0n && isMultipleOf(price, priceTick))).toBe(true);
      expect(own.every(({ volume }) => volume >= 0n && isMultipleOf(volume, lot))).toBe(true);
    }
  });

  it('given one market by itself, then its quotes are the same as among all', () => {
    const { id } = sampleMarket('EUR/GBP');
    const alone = createSimulator({ markets: [sampleMarket('EUR/GBP')], seed: 'tidemark' }).take(WEDNESDAY);
    expect(toLines(alone)).toEqual(toLines(emitAt(WEDNESDAY).filter(({ market }) => market === id)));
  });

  it('given the same seed, when another process runs, then its quotes are the same; with another seed they differ', () => {
    const code = `
      const { createSimulator } = await import(process.argv[1]);
      const { SAMPLE_MARKETS: markets } = await import(process.argv[2]);
      const quotes = createSimulator({ markets, seed: 'tidemark' }).take(${WEDNESDAY});
      console.log(JSON.stringify(quotes.map(({ price }) => String(price))));`;
    const paths = ['create-simulator.ts', '../../../../../test/sample-markets.ts'].map(
      (name) => new URL(name, import.meta.url).href,
    );
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', code, ...paths], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual(emitAt(WEDNESDAY).map(({ price }) => String(price)));
    const others = new Set(toLines(emitAt(WEDNESDAY, 'another')));
    expect(toLines(emitAt(WEDNESDAY)).filter((line) => others.has(line)).length).toBeLessThan(10);
  });

  it('given a running and a new simulator, when both are read at one time, then their quotes are the same', () => {
    const running = createSimulator({ markets: SAMPLE_MARKETS, seed: 'tidemark' });
    for (let atMs = WEDNESDAY; atMs < WEDNESDAY + 10_000; atMs += 170) running.take(atMs);
    expect(toLines(running.take(WEDNESDAY + 20_000))).toEqual(toLines(emitAt(WEDNESDAY + 20_000)));
  });

  it('given an instant was quoted, when it is read again, then there is no quote until a venue’s next', () => {
    const simulator = createSimulator({ markets: SAMPLE_MARKETS, seed: 'tidemark' });
    simulator.take(WEDNESDAY);
    expect(simulator.take(WEDNESDAY + 100)).toEqual([]);
    const sources = simulator.take(WEDNESDAY + 200).map(({ source }) => source);
    expect(new Set(sources)).toEqual(new Set([1]));
  });

  it('given a clock that was set back, then it quotes that time, and no volume is sent twice at once', () => {
    const simulator = createSimulator({ markets: SAMPLE_MARKETS, seed: 'tidemark' });
    simulator.take(WEDNESDAY);
    for (const backMs of [60 * MINUTE_MS, 60 * MINUTE_MS + 1_000]) {
      const quotes = simulator.take(WEDNESDAY - backMs);
      expect(toLines(quotes)).toEqual(toLines(emitAt(WEDNESDAY - backMs)));
      expect(quotes.filter(({ volume }) => volume !== 0n)).toEqual([]);
    }
    const later = simulator.take(WEDNESDAY - 59 * MINUTE_MS);
    expect(later.some(({ volume }) => volume > 0n)).toBe(true);
    expect(later.filter(({ volume }) => volume < 0n)).toEqual([]);
  });

  it(`given ${MINUTES_OF_ALL} minutes of every market, then no move is a jump, and each venue is always heard`, () => {
    expect(findOdd(SAMPLE_MARKETS, MINUTES_OF_ALL)).toEqual([]);
  });

  it('given an hour of five markets by the seed of the run, then the same', () => {
    const draw = keyOf('five markets', String(inject('seed')));
    const five = SAMPLE_MARKETS.toSorted((a, b) => hash(draw, a.id) - hash(draw, b.id)).slice(0, 5);
    expect(findOdd(five, 60)).toEqual([]);
  });

  it('given a weekend or a night, when venues are closed, then they send no quotes', () => {
    const quoted = new Set(emitAt(SATURDAY).map(({ market }) => market));
    for (const { id, hours } of SAMPLE_MARKETS) expect(quoted.has(id)).toBe(isOpenAt(hours, SATURDAY));
    expect(quoted.size).toBe(30);
  });

  it.each([
    ['BTC/USDT', 30_000, 150_000],
    ['EUR/USD', 0.9, 1.3],
    ['USD/HKD', 7.7, 7.9],
    ['XAU/USD', 1_500, 3_500],
    ['PEPE/USDT', 0.000002, 0.00006],
  ])('given any year and seed, then the price of %s is plausible', (symbol, low, high) => {
    const markets = [sampleMarket(symbol)];
    for (const seed of ['tidemark', 'one', 'two'])
      for (let year = 0; year < 10; year++) {
        const quotes = createSimulator({ markets, seed }).take(WEDNESDAY + year * 364 * 1440 * MINUTE_MS);
        const price = numberOf(priceOf(symbol, quotes));
        expect(price > low && price < high ? 'plausible' : `${price} in year ${year} of ${seed}`).toBe('plausible');
      }
  });

  it('given currency crosses, then they agree with their legs within a basis point or two', () => {
    const quotes = emitAt(WEDNESDAY);
    const price = (symbol: string) => numberOf(priceOf(symbol, quotes));
    expect(price('EUR/GBP') / (price('EUR/USD') / price('GBP/USD'))).toBeCloseTo(1, 3.5);
    expect(price('EUR/JPY') / (price('EUR/USD') * price('USD/JPY'))).toBeCloseTo(1, 3.5);
    expect(price('GBP/JPY') / (price('GBP/USD') * price('USD/JPY'))).toBeCloseTo(1, 3.5);
  });

  it('given a minute of quotes, then the venues’ volumes in it add up to the bar’s volume', () => {
    const market = sampleMarket('ETH/USDT');
    const simulator = createSimulator({ markets: [market], seed: 'tidemark' });
    simulator.take(WEDNESDAY);
    const seen: SourceQuote[] = [];
    for (let atMs = WEDNESDAY + 90; atMs <= WEDNESDAY + MINUTE_MS + 90; atMs += 90) seen.push(...simulator.take(atMs));
    const range = { period: '1min', fromMs: WEDNESDAY, toMs: WEDNESDAY + MINUTE_MS } as const;
    const [bar] = simulatedHistory({ market, seed: 'tidemark' }, range);
    expect(sum(seen.map(({ volume }) => volume))).toBe(bar?.volume);
  });

  it('given a reader that was away, when it returns, then it gets one minute’s volume, not all it missed', () => {
    const simulator = createSimulator({ markets: [sampleMarket('ETH/USDT')], seed: 'tidemark' });
    const volumeAt = (atMs: number) => sum(simulator.take(atMs).map(({ volume }) => volume));
    volumeAt(WEDNESDAY);
    const minute = volumeAt(WEDNESDAY + MINUTE_MS);
    expect(volumeAt(WEDNESDAY + 60 * MINUTE_MS)).toBeLessThan(minute * 4n);
  });

  it('given a market without figures, then it has a price by its category', () => {
    const market = {
      ...sampleMarket('SOL/USDT'),
      symbol: 'NEW/USDT',
      base: 'NEW',
      priceTick: parseDecimal<never>('0.001'),
    };
    const prices = createSimulator({ markets: [market], seed: 'tidemark' })
      .take(WEDNESDAY)
      .map(({ price }) => numberOf(price));
    expect(prices).toHaveLength(3);
    for (const price of prices) expect(price > 0.1 && price < 10).toBe(true);
  });
});
