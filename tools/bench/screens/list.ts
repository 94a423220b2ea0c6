import type { AddressInfo } from 'node:net';
import { createGateway, type Gateway } from '@app/server/gateway/gateway';
import { openQuotes } from '@app/server/modules/market';
import type { Bus } from '@app/server/platform/bus/bus';
import { answerHealth, listen } from '@app/server/platform/process/process';
import pg from 'pg';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import type { Stack } from '../../stack/stack.ts';
import { createMovingBoard } from '../fanout/moving-board.ts';
import { figuresOf, watchFrames } from './frames.ts';
import { addressOf, MARKETS_PATH, type Scene, slowProcessor, startEdge, withVisitor } from './scene.ts';

const MARKETS = 300;
const UPDATES_A_SECOND = 20;
const CPU_SLOWDOWN = 4;

export const LIST_AIMS = { p95: 34, p99: 67, longTasks: 1, rows: 60, shift: 0 };

export type ListFigures = {
  readonly p95: number;
  readonly p99: number;
  /** Tasks longer than 50 ms in ten seconds. */
  readonly longTasks: number;
  readonly rows: number;
  readonly shift: number;
  /** Whether no price changed its position. */
  readonly isSteady: boolean;
  readonly blank: { readonly p95: number; readonly p99: number; readonly longTasks: number };
};

/** Measures the market list on a slowed-down CPU while every price in it changes, and a blank page as the baseline. */
export async function measureList({ stack, browser, short }: Scene): Promise<ListFigures> {
  const testbed = await openTestbed(await fillMarkets(stack), UPDATES_A_SECOND);
  const edge = await startEdge(stack, testbed.url);
  const ms = short ? 5_000 : 20_000;
  try {
    const blank = await withVisitor(browser, async (page) => {
      await slowProcessor(page, CPU_SLOWDOWN);
      return await watchFrames(page, ms);
    });
    return await withVisitor(browser, async (page) => {
      await page.goto(addressOf(edge.url, MARKETS_PATH));
      await page.locator('.mrow .mrow__price').nth(5).waitFor();
      await page.waitForTimeout(3_000);
      await slowProcessor(page, CPU_SLOWDOWN);
      await page.waitForTimeout(1_000);
      const before = await priceBoxes(page);
      const frames = await watchFrames(page, ms);
      const isSteady = JSON.stringify(before) === JSON.stringify(await priceBoxes(page));
      return {
        ...figuresOf(frames, ms),
        shift: frames.shift,
        rows: await rowsOf(page),
        isSteady,
        blank: figuresOf(blank, ms),
      };
    });
  } finally {
    await edge.stop();
    await testbed.stop();
  }
}

const rowsOf = (page: Page) => page.locator('.mrow').count();

/** Returns left edge, top and width of every rendered price, in list order. */
const priceBoxes = (page: Page): Promise<unknown> =>
  page.locator('.mrow__price').evaluateAll((cells) =>
    cells.map((cell) => {
      const { x, width, height } = (
        cell as unknown as { getBoundingClientRect(): Record<string, number> }
      ).getBoundingClientRect();
      return [x, width, height];
    }),
  );

type Named = { readonly id: number; readonly symbol: string };

/** Adds more markets than the product has today, so that the list is long. */
async function fillMarkets({ database, edgeUrl }: Stack): Promise<Named[]> {
  const client = new pg.Client(database.urlOf('migrate'));
  await client.connect();
  try {
    await client.query(
      `insert into market (id, symbol, base, quote, name, category, price_tick, lot, hours, products, place)
       select n, 'C' || n || '/USDT', 'C' || n, 'USDT', 'Coin ' || n, 'crypto', 0.01, 0.001, 'always', '{spot}', n
         from generate_series((select max(id) + 1 from market), $1) as n on conflict do nothing`,
      [MARKETS],
    );
    const { rows } = await client.query<Named>('select id, symbol from market order by id');
    await untilListed(edgeUrl, rows.length);
    return rows;
  } finally {
    await client.end();
  }
}

/** Waits until all markets are listed; the api looks for new ones every second. */
async function untilListed(edgeUrl: string, count: number): Promise<void> {
  for (const deadlineMs = Date.now() + 15_000; Date.now() < deadlineMs; ) {
    const answer = await fetch(`${edgeUrl}/api/currency/list`);
    const { data } = (await answer.json()) as { data: { list: unknown[] } }; // Our own API.
    if (data.list.length >= count) return;
    await new Promise((later) => setTimeout(later, 200));
  }
  throw new Error(`the api never listed ${count} markets`);
}

type Testbed = { readonly url: string; stop(): Promise<void> };

const silence: Bus = {
  publish: () => {},
  listen: () => () => {},
  request: () => Promise.reject(new Error('no responder')),
  respond: () => () => {},
  opened: () => Promise.resolve(),
  isUp: () => true,
  close: () => Promise.resolve(),
};

/** Opens the real gateway on a board where every market moves so many times a second and each move is sent at once. */
async function openTestbed(
  markets: readonly { readonly id: number; readonly symbol: string }[],
  framesASecond: number,
): Promise<Testbed> {
  const { board, end } = createMovingBoard({ markets, everyMs: 1_000 / framesASecond });
  const server = await listen(answerHealth([]), { port: 0 });
  const gateway: Gateway = createGateway({
    server,
    bus: silence,
    log: pino({ level: 'silent' }),
    origins: [],
    findCaller: () => Promise.resolve(undefined),
    findSessions: () => Promise.resolve(new Map()),
    channels: (name, onUpdate) =>
      name === 'quotes'
        ? { ok: true, value: { ...openQuotes(board, onUpdate), framesASecond } }
        : { ok: false, code: 'not_found' },
  });
  const stop = async () => {
    end();
    await gateway.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
