import { addTick, type Candle, type Market, type Period, type Tick } from '@app/domain/market';
import type { Amount, Price } from '@app/money';
import {
  CHANNEL_MEANINGS,
  type ChannelMeaning,
  type ChannelReader,
  FROM_THE_START,
  type QuoteShown,
  readFrame,
  unread,
} from '@app/protocol/socket';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChannelSource } from '../../../gateway/channels.ts';
import type { Quote } from '../board/board.ts';
import { type Books, openDepth, openTrades } from './book-channels.ts';
import { createCurrentBars } from './current-bars.ts';
import { openKline } from './kline-channel.ts';
import { openQuotes } from './quotes-channel.ts';

/** Simulates subscribers that join at any time, receive frames as JSON and lose some; a gap makes them start again. */
function createRoom<State>(source: ChannelSource, meaning: ChannelMeaning<State>) {
  const readers: ChannelReader<State>[] = [];
  const wire = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
  const begin = () => {
    const frame = wire({ channel: '', prev: FROM_THE_START, ...source.start() });
    const { verdict, reader } = readFrame(unread<State>(), frame, meaning);
    expect(verdict).toBe('applied');
    return reader;
  };
  let prev = source.start().seq;
  /** Publishes an update; `lost` lists the subscribers that do not receive it. */
  const deliver = (lost: ReadonlySet<number>) => {
    const nextUpdate = source.nextUpdate();
    if (nextUpdate === undefined) return;
    const frame = wire({ channel: '', prev, ...nextUpdate });
    readers.forEach((reader, index) => {
      if (lost.has(index)) return;
      const step = readFrame(reader, frame, meaning);
      readers[index] = step.verdict === 'gap' ? begin() : step.reader;
    });
    prev = nextUpdate.seq;
  };
  return { readers, join: () => readers.push(begin()), deliver };
}

const NO_LISTENERS: ReadonlySet<number> = new Set();
const small = fc.integer({ min: 1, max: 3 }); // Values repeat: a channel that sends differences must handle that.
const step = fc.record({
  what: fc.constantFrom('tick', 'tick', 'tick', 'tell', 'join'),
  market: fc.integer({ min: 1, max: 3 }),
  value: small,
  other: small,
  waitMs: fc.constantFrom(0, 200, 4_000, 70_000, 200_000),
  /** Never the first subscriber, which must therefore have everything. */
  lost: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }).map((places) => new Set(places)),
});

const shownQuote = ({ market, atMs, ...quote }: Quote): QuoteShown => ({
  id: market.id,
  symbol: market.symbol,
  price: quote.price,
  state: quote.state,
  at: atMs,
  open: quote.open24h,
  high: quote.high24h,
  low: quote.low24h,
  vol: quote.volume24h,
  simulated: quote.isSimulated,
});

describe('channel contents', () => {
  it('quotes: whenever a subscriber joins and whatever it loses, it has what the board has', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const quotes = new Map<number, Quote>();
        let number = 0;
        let atMs = 1_000_000;
        const board = { quotes: () => [...quotes.values()], blockNumber: () => number, onBlocks: () => () => {} };
        const tick = (market: number, value: number, other: number) => {
          number++;
          const price = BigInt(value) as Price;
          const volume24h = BigInt(other) as Amount;
          quotes.set(market, {
            market: { id: market, symbol: `M${market}/USDT` } as Market,
            price,
            volume24h,
            seq: number,
            atMs,
            state: other === 3 ? 'stale' : 'open',
            open24h: BigInt(other) as Price,
            high24h: price,
            low24h: price,
            isSimulated: value === 1,
          });
        };
        const room = createRoom(
          openQuotes(board, () => {}),
          CHANNEL_MEANINGS.quotes,
        );
        for (const { what, market, value, other, waitMs, lost } of steps) {
          atMs += waitMs;
          if (what === 'tick') tick(market, value, other);
          if (what === 'tell') room.deliver(lost);
          if (what === 'join') room.join();
        }
        atMs += 10_000; // So that volumes are sent too; twice, so that a lost frame shows as a gap.
        for (let last = 0; last < 2; last++) {
          tick(1, last + 1, 1);
          atMs += 10_000;
          room.deliver(NO_LISTENERS);
        }
        const board_ = new Map(board.quotes().map((quote) => [quote.market.symbol, shownQuote(quote)]));
        for (const { state } of room.readers) expect(state).toEqual(board_);
      }),
    );
  });

  it('kline: each subscriber has the bars that the ticks make', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.constantFrom('1min', '1min', '5min', '1mon'),
        (steps, period: Period) => {
          let number = 0;
          let atMs = Date.UTC(2026, 0, 30, 23);
          const bars: ReturnType<typeof createCurrentBars> = createCurrentBars({ block: 0, bars: [] });
          const ticks: Tick[] = [];
          const take = (market: number, value: number, other: number) => {
            const tickFields = { market, atMs, price: BigInt(value) as Price, volume: BigInt(other) as Amount };
            const tick: Tick = { ...tickFields, seq: ++number, sources: [] };
            ticks.push(tick);
            bars.take([{ number, ticks: [tick] }]);
          };
          const room = createRoom(
            openKline(bars, { market: 1, period }, () => {}),
            CHANNEL_MEANINGS.kline,
          );
          room.join();
          for (const { what, market, value, other, waitMs, lost } of steps) {
            atMs += waitMs;
            if (what === 'tick') take(market, value, other);
            if (what === 'tell') room.deliver(lost);
            if (what === 'join') room.join();
          }
          for (let last = 0; last < 2; last++) {
            take(1, 2, 1);
            room.deliver(NO_LISTENERS);
          }
          const expected = new Map<number, Candle>();
          let bar: Candle | undefined;
          for (const tick of ticks.filter(({ market }) => market === 1)) {
            bar = addTick(bar, tick, period);
            expected.set(bar.startMs, bar);
          }
          expect(room.readers[0]?.state?.map(({ time }) => time)).toEqual([...expected.keys()]);
          for (const { state = [] } of room.readers) {
            expect(state.at(-1)?.time).toBe([...expected.keys()].at(-1));
            expect(state.length).toBeGreaterThanOrEqual(Math.min(2, expected.size)); // The final state of the previous bar.
            for (const { time, vol, ...prices } of state)
              expect({ startMs: time, volume: vol, ...prices }).toEqual(expected.get(time));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('depth and trades: each subscriber has the last state of the order book, whatever the bus lost', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let last: ReturnType<Books['lastOf']> = { seq: '0', depth: { bids: [], asks: [] }, trades: [] };
        const books: Books = { lastOf: () => last, watch: () => () => {} };
        const emit = (trades: number) => {
          const seq = String(Number(last.seq) + 1);
          const fresh = Array.from({ length: trades }, (_, n) => ({
            id: `${seq}-${n}`,
            price: '1',
            quantity: '2',
            side: 'buy' as const,
            isHouse: false,
            at: 1,
          }));
          last = {
            seq,
            depth: { at: 1, bids: [[seq, '1']], asks: [] },
            trades: [...fresh, ...last.trades].slice(0, 50),
          };
        };
        const key = { mode: 'real', market: 1 } as const;
        const depth = createRoom(
          openDepth(books, key, () => {}),
          CHANNEL_MEANINGS.depth,
        );
        const trades = createRoom(
          openTrades(books, key, () => {}),
          CHANNEL_MEANINGS.trades,
        );
        for (const { what, value, waitMs, lost } of steps) {
          if (what === 'tick') emit(waitMs === 4_000 ? 60 : value - 1);
          for (const room of [depth, trades]) what === 'tell' ? room.deliver(lost) : what === 'join' && room.join();
        }
        for (let once = 0; once < 2; once++) {
          emit(1);
          for (const room of [depth, trades]) room.deliver(NO_LISTENERS);
        }
        for (const { state } of depth.readers)
          expect(state?.bids).toEqual([[BigInt(last.seq) * 10n ** 18n, 10n ** 18n]]);
        for (const { state } of trades.readers)
          expect(state?.map(({ id }) => id)).toEqual(last.trades.map(({ id }) => id));
      }),
    );
  });
});
