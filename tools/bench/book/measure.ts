import type { CDPSession, Page } from 'playwright-core';
import { openPhone } from '../../browser/index.ts';
import { figuresOf, watchFrames } from '../screens/frames.ts';
import { addressOf, type Scene, slowProcessor, startEdge, withVisitor } from '../screens/scene.ts';
import { openFastGateway } from './gateway.ts';
import { makeTrader } from './member.ts';
import { countFromTheStart, readCounts } from './probe.ts';
import { openRestlessBook } from './restless-book.ts';

const SPOT_PATH = 'transaction/currency?symbol=BTC%2FUSDT';
const SYMBOL = 'BTC/USDT';
const MESSAGES_A_SECOND = 20;
/** High enough that no message waits for another in the bench's gateway. */
const FRAMES_A_SECOND = 40;
const CPU_SLOWDOWN = 4;
const SIZE = { width: 390, height: 844 };
const MEGABYTE = 1_024 * 1_024;
const KEYS = '0.01234';

type FrameFigures = ReturnType<typeof figuresOf>;
export type BookFigures = FrameFigures & {
  readonly blank: FrameFigures;
  /** Full order books a second: published on the bus, and received by the page. */
  readonly sent: number;
  readonly received: number;
  readonly paints: number;
  readonly commits: number;
  readonly heapMb: number;
  /** Slowest time from a key press to the frame that shows it. */
  readonly keyMs: number;
  readonly shift: number;
};

/**
 * Measures the spot page on a slowed-down CPU while its order book changes constantly, after a blank page as the
 * baseline.
 */
export async function measureBook(scene: Scene): Promise<BookFigures> {
  const { stack, browser, short } = scene;
  const forMs = short ? 10_000 : 60_000;
  const blank = await withVisitor(browser, async (page) => {
    await slowProcessor(page, CPU_SLOWDOWN);
    return figuresOf(await watchFrames(page, forMs), forMs);
  });
  const gateway = await openFastGateway(stack, FRAMES_A_SECOND);
  const edge = await startEdge(stack, gateway.url);
  const book = await openRestlessBook({ natsUrl: stack.natsUrl, ...(await placeOf(stack.edgeUrl)) }, MESSAGES_A_SECOND);
  const phone = await openPhone(browser, { ...SIZE, kept: await makeTrader(stack) });
  try {
    const watched = await openSpot(phone.page, edge.url);
    const figures = await watchBook(watched, forMs, book.sent);
    return { blank, ...figures, keyMs: await typeAmounts(phone.page, short ? 2 : 6) };
  } finally {
    await phone.close();
    await book.stop();
    await edge.stop();
    await gateway.stop();
  }
}

type Watched = { readonly page: Page; readonly received: () => number; readonly session: CDPSession };

async function openSpot(page: Page, edgeUrl: string): Promise<Watched> {
  let received = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes(`"depth:demo:${SYMBOL}"`)) received += 1;
    }),
  );
  await countFromTheStart(page);
  await page.goto(addressOf(edgeUrl, SPOT_PATH));
  await page.locator('[data-book="ready"]').waitFor();
  await slowProcessor(page, CPU_SLOWDOWN);
  await page.waitForTimeout(5_000); // One-time work of the page is done by then.
  return { page, received: () => received, session: await page.context().newCDPSession(page) };
}

async function watchBook({ page, received, session }: Watched, forMs: number, sent: () => number) {
  const heapBefore = await heapMb(session);
  const before = { ...(await readCounts(page)), received: received(), sent: sent(), atMs: performance.now() };
  const frames = await watchFrames(page, forMs);
  const counts = await readCounts(page);
  const seconds = (performance.now() - before.atMs) / 1_000;
  return {
    ...figuresOf(frames, forMs),
    shift: frames.shift,
    sent: (sent() - before.sent) / seconds,
    received: (received() - before.received) / seconds,
    paints: (counts.paints - before.paints) / seconds,
    commits: (counts.commits - before.commits) / seconds,
    heapMb: (await heapMb(session)) - heapBefore,
  };
}

/** Returns the heap still in use after garbage collection. */
async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MEGABYTE;
}

/** Types and deletes an amount, so many times, while the order book keeps changing. */
async function typeAmounts(page: Page, times: number): Promise<number> {
  const field = page.getByLabel('Amount', { exact: true });
  await field.click();
  await readCounts(page);
  for (let time = 0; time < times; time++) {
    for (const key of KEYS) await pressAndWait(page, key);
    for (const _ of KEYS) await pressAndWait(page, 'Backspace');
  }
  await page.waitForTimeout(1_000);
  return (await readCounts(page)).slowestKeyMs;
}

async function pressAndWait(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(120);
}

/** Returns the market's price, around which the simulated order book is placed. */
async function placeOf(edgeUrl: string): Promise<{ market: number; price: number }> {
  for (;;) {
    const answer = await fetch(`${edgeUrl}/api/currency/quotation_new`);
    const { data } = (await answer.json()) as { data: { list: { id: number; symbol: string; price: string }[] } }; // Our own API.
    const found = data.list.find(({ symbol }) => symbol === SYMBOL);
    if (found !== undefined) return { market: found.id, price: Number(found.price) };
    await new Promise((later) => setTimeout(later, 200));
  }
}
