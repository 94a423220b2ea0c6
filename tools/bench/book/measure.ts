import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { OpenChannel } from '@app/server/gateway/channels';
import { createGateway } from '@app/server/gateway/gateway';
import { createFindCaller, createFindSessions } from '@app/server/modules/auth';
import { createBoard, createHistory, openMarketChannels } from '@app/server/modules/market';
import { createSettings } from '@app/server/modules/reference';
import { openBus } from '@app/server/platform/bus/bus';
import { openDatabase } from '@app/server/platform/db/database';
import { answerHealth, listen } from '@app/server/platform/process/process';
import { pino } from 'pino';
import type { CDPSession, Page } from 'playwright-core';
import { openPhone } from '../../browser/index.ts';
import type { Stack } from '../../stack/stack.ts';
import { newKey, openDemoUser, sendUntilKnown } from '../../torture/journey-client.ts';
import { figuresOf, watchFrames } from '../screens/frames.ts';
import { addressOf, type Scene, slowProcessor, startEdge, withVisitor } from '../screens/scene.ts';
import { countFromTheStart, readCounts } from './probe.ts';

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

const NAME = 'bench-book';

/** Creates a user with demo money, as a session stored by the app. */
async function makeTrader(stack: Stack): Promise<Readonly<Record<string, unknown>>> {
  const { token, userId } = await openDemoUser(stack, NAME);
  const move = { from_field: 'wallet', to_field: 'exchange', currency: 'USDT', number: '5000' };
  const headers = { authorization: token, 'idempotency-key': newKey() };
  const { kind, code } = await sendUntilKnown(`${stack.edgeUrl}/api/wallet/change`, move, headers);
  if (kind !== 'ok') throw new Error(`the money could not be moved: ${code}`);
  const user = { id: userId, account: `${NAME}@example.com`, nickname: NAME, avatar: '', inviteCode: '', book: 'demo' };
  return { storage_version: 1, lang: 'en', theme: 'dark', token, user };
}

type Level = readonly [price: string, amount: string];
type Place = { readonly natsUrl: string; readonly market: number; readonly price: number };

const LEVELS = 20;
const TICK = 0.01;
/** Above every sequence number an engine can have assigned by now. */
const FIRST_SEQ = 10n ** 18n;

/**
 * Publishes a full order book so many times a second, as an engine would, each time with another mid, prices and
 * amounts.
 */
async function openRestlessBook({ natsUrl, market, price }: Place, messagesASecond: number) {
  const bus = openBus(natsUrl, 'restless-book', pino({ level: 'silent' }));
  await bus.opened();
  let sent = 0;
  const publish = () => {
    const middle = price + Math.sin(sent / 7) * TICK * 200;
    const depth = { at: Date.now(), bids: levels(middle, -1), asks: levels(middle, 1) };
    bus.publish(`book.demo.${market}`, { seq: String(FIRST_SEQ + BigInt(sent)), depth, trades: [] });
    sent += 1;
  };
  // Scheduled by the clock, not by the previous message: a busy machine is late, but skips none.
  const startMs = performance.now();
  const publishDue = () => {
    while (sent < ((performance.now() - startMs) / 1_000) * messagesASecond) publish();
  };
  const timer = setInterval(publishDue, 1_000 / messagesASecond);
  return {
    sent: () => sent,
    stop: async () => {
      clearInterval(timer);
      await bus.close();
    },
  };
}

const levels = (middle: number, direction: 1 | -1): readonly Level[] =>
  Array.from({ length: LEVELS }, (_, index) => [
    (middle + direction * (index + 1) * TICK * 7).toFixed(2),
    (0.01 + Math.random() * 2).toFixed(5),
  ]);

type FastGateway = { readonly url: string; stop(): Promise<void> };

/**
 * Opens the real gateway on the stack's database and bus, with a higher rate limit for order books: the default allows
 * ten frames a second.
 */
async function openFastGateway(stack: Stack, framesASecond: number): Promise<FastGateway> {
  const log = pino({ level: 'silent' });
  const { db, close } = openDatabase({ url: stack.database.urlOf('app'), connectionsMax: 4, name: 'bench' }, log);
  const bus = openBus(stack.natsUrl, 'bench', log);
  const reading = { db, settings: createSettings(db) };
  const history = createHistory(randomUUID());
  const board = createBoard({ ...reading, bus, log });
  await board.ready();
  const channels = await openMarketChannels({ db, bus, log, board, history });
  const server = await listen(answerHealth([]), { port: 0 });
  const gateway = createGateway({
    server,
    bus,
    log,
    origins: [],
    channels: quickened(channels, framesASecond),
    findCaller: createFindCaller(reading, { keepsAwake: false }),
    findSessions: createFindSessions(reading),
  });
  const stop = async () => {
    await gateway.close();
    await board.close();
    await history.close();
    await bus.close();
    await close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const quickened =
  (open: OpenChannel, framesASecond: number): OpenChannel =>
  (name, onUpdate) => {
    const opened = open(name, onUpdate);
    return opened.ok && name.startsWith('depth:') ? { ok: true, value: { ...opened.value, framesASecond } } : opened;
  };
