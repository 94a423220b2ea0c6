import { formatDecimal } from '@app/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { openScopedBus } from '../../../../test/bus-testbed.ts';
import { type MarketTestbed, openMarketTestbed } from '../../../../test/market-testbed.ts';
import { aTick } from '../../../../test/price-testbed.ts';
import { atTheEnd, silent } from '../../../../test/testbed.ts';
import { createSettings } from '../../reference/index.ts';
import { createHistory, type History } from '../candle/history.ts';
import type { Board, Quote } from './board.ts';
import { createBoard } from './create-board.ts';

let testbed: MarketTestbed;
const BTC = 1;
const ETH = 2;
const SOL = 3;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  testbed = await openMarketTestbed();
});

async function anotherBoard(history?: History): Promise<Board> {
  const bus = await openScopedBus(testbed.database.name);
  const board = createBoard({ db: testbed.db, bus, log: silent, settings: createSettings(testbed.db), history });
  atTheEnd(board.close);
  await board.ready();
  return board;
}

const shown = ({ price, open24h, high24h, low24h, volume24h, seq }: Quote) => ({
  seq,
  figures: [price, open24h, high24h, low24h, volume24h].map(formatDecimal),
});
const of = (board: Board, market: number) => {
  const quote = board.quoteOf(market);
  return quote && shown(quote);
};

describe('a board', () => {
  it('given bars of the day, and blocks after them, when another board starts, then both show the same', async () => {
    const nowMs = Date.now();
    for (const [minutes, price] of [
      [25 * 60, '5'], // Before the day.
      [23 * 60, '100'],
      [12 * 60, '140'],
      [30, '80'],
    ] as const)
      await testbed.seal([aTick(BTC, price, nowMs - minutes * MINUTE_MS)]);
    await testbed.keeper.flush();
    await testbed.seal([aTick(BTC, '120', nowMs), aTick(ETH, '7', nowMs)]);
    const fresh = await anotherBoard();
    expect(of(fresh, BTC)).toEqual({ seq: 5, figures: ['120', '100', '140', '80', '6'] });
    expect(of(testbed.board, BTC)).toEqual(of(fresh, BTC));
    expect(of(fresh, ETH)).toEqual({ seq: 1, figures: ['7', '7', '7', '7', '1.5'] });
    expect(fresh.quoteOf(SOL)).toBeUndefined();
    expect(fresh.blockNumber()).toBe(5);
  });

  it('given a failing listener, when blocks arrive, then the others get each once, and none after unsubscribing', async () => {
    const received: number[] = [];
    const endFailing = testbed.board.onBlocks(() => {
      throw new Error('mine');
    });
    const end = testbed.board.onBlocks((blocks) => received.push(...blocks.map(({ number }) => number)));
    await testbed.seal([aTick(BTC, '121', Date.now())]);
    await testbed.seal([aTick(BTC, '122', Date.now())]);
    end();
    await testbed.seal([aTick(BTC, '123', Date.now())]);
    endFailing();
    expect(received).toEqual([6, 7]);
    expect(of(testbed.board, BTC)?.figures[0]).toBe('123');
  });

  it('given a board with the newest blocks, when blocks after one are read, then they have no gap or are undefined', async () => {
    const fresh = await anotherBoard(); // Its bars end with block 4.
    const numbers = (after: number) => fresh.blocksAfter(after)?.map(({ number }) => number);
    expect(numbers(5)).toEqual([6, 7, 8]);
    expect(numbers(4)).toEqual([5, 6, 7, 8]);
    expect(numbers(8)).toEqual([]);
    expect(numbers(3)).toBeUndefined();
  });

  it('given a new simulated market, when its past is loaded, then its day begins before its first tick', async () => {
    const history = createHistory('test');
    atTheEnd(history.close);
    const fresh = await anotherBoard(history);
    const first = await fresh.quotes();
    expect(first.find(({ market }) => market.id === ETH)?.open24h).toBe(fresh.quoteOf(ETH)?.price);
    await expect.poll(() => fresh.quoteOf(ETH)?.open24h).toBeGreaterThan(1_000n * 10n ** 18n);
    await testbed.seal([aTick(SOL, '150', Date.now())]); // Its first, while boards run.
    await expect.poll(() => fresh.quoteOf(SOL)?.volume24h).toBeGreaterThan(10n * 10n ** 18n);
  });
});
