import type { AddressInfo } from 'node:net';
import { type Candle, mergeCandles, type Tick } from '@app/domain/market';
import {
  CHANNEL_MEANINGS,
  type ChannelKind,
  type ChannelReader,
  type ChannelStates,
  readChannel,
  readFrame,
  type SubscribeAnswer,
  unread,
} from '@app/protocol/socket';
import { io as connectSocket, type Socket } from 'socket.io-client';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestBus } from '../../../../test/bus-testbed.ts';
import { type FragileNats, openFragileNats } from '../../../../test/fragile-nats.ts';
import { lastingSessions } from '../../../../test/plain-caller.ts';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { atTheEnd, silent } from '../../../../test/testbed.ts';
import { createGateway } from '../../../gateway/gateway.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { answerHealth, listen } from '../../../platform/process/process.ts';
import { createSettings } from '../../reference/index.ts';
import { publishBlock } from '../block/index.ts';
import type { Board } from '../board/board.ts';
import { createBoard } from '../board/create-board.ts';
import { createHistory } from '../candle/history.ts';
import { createCandleKeeper } from '../candle/keep-candles.ts';
import { rollUp } from '../candle/roll-up.ts';
import { openMarketChannels } from './market-channels.ts';

let testbed: PriceTestbed;
let nats: FragileNats;
let bus: Bus;
const sealed: Tick[] = [];

beforeAll(async () => {
  testbed = await openPriceTestbed();
  nats = await openFragileNats(inject('services').nats);
  bus = await openScoped();
  await seal([aTick(1, '68000', Date.now()), aTick(2, '3500', Date.now())]);
});

/** Opens a bus with its own subject prefix: all tests of a run share one NATS. */
async function openScoped(): Promise<Bus> {
  const open = await openTestBus(nats.url);
  const scope = testbed.database.name;
  return {
    ...open,
    publish: (subject, message) => open.publish(`${scope}.${subject}`, message),
    listen: (subject, onMessage) =>
      open.listen(`${scope}.${subject}`, (message, fullSubject) =>
        onMessage(message, fullSubject.slice(scope.length + 1)),
      ),
    publishSigned: (subject, message) => open.publishSigned(`${scope}.${subject}`, message),
    listenSigned: (subject, onMessage) =>
      open.listenSigned(`${scope}.${subject}`, (message, fullSubject) =>
        onMessage(message, fullSubject.slice(scope.length + 1)),
      ),
  };
}

async function seal(ticks: readonly Omit<Tick, 'seq'>[]): Promise<void> {
  const block = await testbed.seal(ticks);
  sealed.push(...block.ticks);
  publishBlock(bus, block);
}

async function startGateway(): Promise<{ url: string; board: Board }> {
  const { db } = testbed.as('gateway');
  const own = { db, bus: await openScoped(), log: silent, history: createHistory('test') };
  const board = createBoard({ ...own, settings: createSettings(db) });
  await board.ready();
  const channels = await openMarketChannels({ ...own, board });
  const server = await listen(answerHealth([]), { port: 0 });
  const nobody = { findCaller: () => Promise.resolve(undefined), ...lastingSessions() };
  const gateway = createGateway({ server, ...nobody, ...own, origins: [], channels });
  for (const end of [own.history.close, board.close, gateway.close]) atTheEnd(end);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, board };
}

/** Reads one channel as the app does. */
async function watch<Kind extends ChannelKind>(url: string, channel: string, kind: Kind) {
  const socket: Socket = connectSocket(url, { forceNew: true, transports: ['websocket'] });
  atTheEnd(() => void socket.disconnect());
  let reader: ChannelReader<ChannelStates[Kind]> = unread();
  const verdicts: string[] = [];
  const take = (frame: unknown) => {
    const step = readFrame(reader, frame as never, CHANNEL_MEANINGS[kind]);
    reader = step.reader;
    verdicts.push(step.verdict);
  };
  socket.on('frame', take);
  const answer: SubscribeAnswer = await socket.timeout(10_000).emitWithAck('subscribe', { channel });
  if (answer.ok) take(answer.frame);
  const leave = () => void socket.disconnect();
  return { answer, verdicts, leave, state: () => reader.state, seq: () => reader.seq };
}

const MINUTE_MS = 60_000;
/** Start of a minute, so that ticks some milliseconds later fall into one bar. */
const NOW = Date.now() - (Date.now() % MINUTE_MS);
const later = (ms: number) => NOW + ms;
/** The middle of last month: whenever the tests run, its monthly bar has half a month before it. */
const MID_MONTH = Date.UTC(new Date(NOW).getUTCFullYear(), new Date(NOW).getUTCMonth() - 1, 15);

describe('quotes', () => {
  it('given two gateways, when prices move, then both show every market as the board has it', async () => {
    const here = await startGateway();
    const there = await startGateway();
    const clients = [await watch(here.url, 'quotes', 'quotes'), await watch(there.url, 'quotes', 'quotes')];
    for (const client of clients) {
      expect([...(client.state()?.keys() ?? [])]).toEqual(['BTC/USDT', 'ETH/USDT']);
      expect(client.state()?.get('BTC/USDT')).toMatchObject({ id: 1, price: 68_000n * 10n ** 18n, simulated: true });
    }
    for (let n = 1; n <= 10; n++) await seal([aTick(1, String(68_000 + n), Date.now())]);
    await seal([aTick(3, '170', Date.now())]);
    for (const [index, client] of clients.entries()) {
      await expect.poll(() => client.seq()).toBe(String(testbed.chain().number));
      expect(client.state()?.get('BTC/USDT')?.price).toBe(68_010n * 10n ** 18n);
      expect(client.state()?.get('ETH/USDT')?.price).toBe(3_500n * 10n ** 18n);
      expect(client.state()?.get('SOL/USDT')?.price).toBe(170n * 10n ** 18n);
      expect(new Set(client.verdicts), `gateway ${index}`).toEqual(new Set(['applied']));
    }
  });

  it('given a bus that disconnects and reconnects, when prices move meanwhile, then nothing is missed', async () => {
    const { url } = await startGateway();
    const client = await watch(url, 'quotes', 'quotes');
    await nats.cut();
    for (let n = 0; n < 5; n++) await seal([aTick(2, String(3_600 + n), Date.now())]);
    await expect.poll(() => client.state()?.get('ETH/USDT')?.price).toBe(3_604n * 10n ** 18n);
    await nats.mend();
    await expect.poll(() => bus.isUp()).toBe(true);
    for (let n = 0; n < 5; n++) await seal([aTick(2, String(3_700 + n), Date.now())]);
    await expect.poll(() => client.seq()).toBe(String(testbed.chain().number));
    expect(client.state()?.get('ETH/USDT')?.price).toBe(3_704n * 10n ** 18n);
    expect(new Set(client.verdicts)).toEqual(new Set(['applied']));
  });
});

describe('kline', () => {
  const barsOf = (market: number, period: '1min' | '1mon'): Candle[] => {
    const ticks = sealed.filter((tick) => tick.market === market);
    return rollUp(ticks).flatMap((bar) => (bar.period === period ? [bar.candle] : []));
  };
  const shown = (bars: readonly Candle[]) =>
    bars.map(({ startMs, volume, ...prices }) => ({ time: startMs, vol: volume, ...prices }));

  it('given stored bars, later blocks and further ticks, when a gateway starts, then its bar includes all of them', async () => {
    const market = 5;
    const keeper = createCandleKeeper({ db: testbed.db });
    await seal([aTick(market, '600', later(0))]);
    await seal([aTick(market, '590', later(1))]);
    await keeper.flush();
    await seal([aTick(market, '650', later(2))]);
    const { url } = await startGateway();
    const client = await watch(url, 'kline:BNB/USDT:1min', 'kline');
    expect(client.state()).toEqual(shown(barsOf(market, '1min').slice(-1)));
    await seal([aTick(market, '580', later(3))]);
    await expect.poll(() => client.state()).toEqual(shown(barsOf(market, '1min').slice(-1)));
    await seal([aTick(market, '605', later(61_000))]);
    await seal([aTick(market, '610', later(121_000))]);
    await expect.poll(() => client.state()).toEqual(shown(barsOf(market, '1min').slice(-3)));
    expect(new Set(client.verdicts)).toEqual(new Set(['applied']));
  });

  it('given the bar in which a simulated market began, when a user views it, then the next tick completes it', async () => {
    const market = 7;
    const keeper = createCandleKeeper({ db: testbed.db });
    const { url, board } = await startGateway();
    const look = () => watch(url, 'kline:ADA/USDT:1mon', 'kline');
    (await look()).leave(); // Before its first tick, and before that is stored: undecided yet.
    await seal([aTick(market, '40', MID_MONTH)]);
    await expect.poll(() => board.blockNumber()).toBe(testbed.chain().number);
    (await look()).leave();
    await keeper.flush();
    const client = await look();
    const [live] = barsOf(market, '1mon');
    await expect
      .poll(async () => {
        await seal([aTick(market, '40', MID_MONTH + 5)]);
        const [bar] = client.state() ?? [];
        return bar === undefined || bar.open === bar.close; // All its ticks are equal: any difference predates them.
      })
      .toBe(false);
    const own = barsOf(market, '1mon')[0]?.volume ?? 0n;
    expect(client.state()?.[0]?.vol).toBeGreaterThan(10n * own);
    expect(client.state()?.[0]?.close).toBe(40n * 10n ** 18n);
    expect(client.state()?.[0]?.time).toBe(mergeCandles(live ? [live] : [], '1mon')[0]?.startMs);
    expect(board.markets().find(({ id }) => id === market)?.symbol).toBe('ADA/USDT');
  });
});

describe('depth and trades', () => {
  const trade = (id: string) => ({ id, price: '68000', quantity: '0.1', side: 'buy', isHouse: true, at: NOW });
  const publishBook = (seq: number, trades: readonly string[]) =>
    bus.publishSigned('book.demo.1', {
      seq: String(seq),
      depth: { at: NOW, bids: [[String(seq), '1']], asks: [] },
      trades: trades.map(trade),
    });

  it('given an empty order book, when it publishes, then both channels follow it despite lost or repeated messages', async () => {
    const { url } = await startGateway();
    const depth = await watch(url, 'depth:demo:BTC/USDT', 'depth');
    const trades = await watch(url, 'trades:demo:BTC/USDT', 'trades');
    const other = await watch(url, 'depth:real:BTC/USDT', 'depth');
    expect([depth.state(), trades.state()]).toEqual([{ bids: [], asks: [] }, []]);
    const publishing = () => {
      publishBook(3, ['a']); // Repeated: the bus may not have this gateway's subscription yet.
      return [depth.seq(), trades.seq()];
    };
    await expect.poll(publishing).toEqual(['3', '3']);
    bus.publishSigned('book.demo.1', { nonsense: true });
    publishBook(2, ['old']);
    publishBook(7, ['c', 'b', 'a']); // Messages 4 to 6 were lost.
    await expect.poll(() => trades.state()?.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    await expect.poll(() => depth.state()?.bids).toEqual([[7n * 10n ** 18n, 10n ** 18n]]);
    expect([other.seq(), other.state()]).toEqual(['0', { bids: [], asks: [] }]);
    const late = await watch(url, 'trades:demo:BTC/USDT', 'trades');
    expect(late.state()).toEqual(trades.state());
  });
});

describe('invalid channels', () => {
  it.each([
    ['kline:NOPE/USDT:1min', 'not_found'],
    ['depth:real:NOPE/USDT', 'not_found'],
    ['kline:BTC/USDT:2min', 'parameter_error'],
    ['depth:fake:BTC/USDT', 'parameter_error'],
    ['orders', 'parameter_error'],
  ])('given %s, when it is subscribed to, then it is refused: %s', async (channel, error) => {
    const { url } = await startGateway();
    expect(readChannel(channel) === undefined).toBe(error === 'parameter_error');
    expect((await watch(url, channel, 'quotes')).answer).toEqual({ ok: false, error });
  });
});
