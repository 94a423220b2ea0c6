import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  CHANNELS_MAX,
  type ChannelReader,
  FROM_THE_START,
  type PublicFrame,
  publicFrame,
  readFrame,
  type SubscribeAnswer,
  unread,
} from '@app/protocol/socket';
import { io as connectSocket, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBus } from '../../test/bus-testbed.ts';
import { lastingSessions, plainCaller } from '../../test/plain-caller.ts';
import { silent } from '../../test/testbed.ts';
import { answerHealth, listen } from '../platform/process/process.ts';
import type { OpenChannel } from './channels.ts';
import { createGateway, type Gateway } from './gateway.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Creates a channel that counts; each number carries as much ballast as the test needs. */
function createCounting({ ballast = 0, framesASecond = 100 } = {}) {
  let count = 0;
  const watchers = new Set<() => void>();
  let opened = 0;
  const open: OpenChannel = (name, onUpdate) => {
    if (!name.startsWith('count')) return { ok: false, code: 'parameter_error' };
    opened++;
    let sent = count;
    const currentUpdate = () => ({ seq: String(sent), data: { count: sent, ballast: 'x'.repeat(ballast) } });
    watchers.add(onUpdate);
    const nextUpdate = () => {
      if (sent === count) return undefined;
      sent = count;
      return currentUpdate();
    };
    return {
      ok: true,
      value: { framesASecond, start: currentUpdate, nextUpdate, close: () => watchers.delete(onUpdate) },
    };
  };
  const grow = () => {
    count++;
    for (const onUpdate of watchers) onUpdate();
  };
  return { open, grow, count: () => count, openings: () => opened, watchers };
}

type Counting = ReturnType<typeof createCounting>;

/** Caller of every token. */
const MEMBER = plainCaller({ userId: 7_000_000_001n, sessionId: 7_000_000_002n, mode: 'real' });

async function startGateway({ open }: Counting) {
  const bus = await openTestBus();
  const server = await listen(answerHealth([]), { port: 0 });
  const findCaller = () => Promise.resolve({ caller: MEMBER });
  const members = { findCaller, ...lastingSessions(MEMBER) };
  const gateway = createGateway({ server, ...members, bus, log: silent, origins: [], channels: open });
  endings.push(bus.close, gateway.close);
  return { gateway, bus, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const meaning = {
  start: (data: unknown) => (data as { count: number }).count,
  change: (_state: number, data: unknown) => (data as { count: number }).count,
};

/** Connects a client that works like the app: it reads frames, and requests a snapshot when it must. */
async function connect(url: string, transport = 'websocket', auth = {}) {
  const socket: Socket = connectSocket(url, { forceNew: true, reconnection: false, transports: [transport], auth });
  endings.push(() => void socket.disconnect());
  const received: PublicFrame[] = [];
  let reader: ChannelReader<number> = unread();
  const take = (frame: PublicFrame) => {
    received.push(publicFrame.parse(frame));
    const step = readFrame(reader, frame, meaning);
    reader = step.reader;
    return step.verdict;
  };
  const ask = async (channel: unknown): Promise<SubscribeAnswer> => {
    const answer: SubscribeAnswer = await socket.timeout(10_000).emitWithAck('subscribe', { channel });
    if (answer.ok) take(answer.frame);
    return answer;
  };
  let lose = 0;
  socket.on('frame', (frame: PublicFrame) => {
    if (lose > 0) lose--;
    else if (take(frame) === 'gap') void ask(frame.channel);
  });
  await once(socket as never, 'connect');
  const loseNext = () => lose++;
  return { socket, received, ask, loseNext, reader: () => reader };
}

describe('a public channel', () => {
  let counting: Counting;
  let gateway: Gateway;
  let url: string;
  beforeEach(async () => {
    counting = createCounting();
    ({ gateway, url } = await startGateway(counting));
  });

  it.each(['websocket', 'polling'])(
    'given a visitor by %s, when it subscribes, then it gets the snapshot, and every frame names the one before',
    async (transport) => {
      for (let n = 0; n < 5; n++) counting.grow();
      const client = await connect(url, transport);
      expect(await client.ask('count')).toMatchObject({ ok: true, frame: { prev: FROM_THE_START, seq: '5' } });
      for (let n = 6; n <= 20; n++) {
        counting.grow();
        await expect.poll(() => client.reader().state).toBe(n);
      }
      expect(client.received.map(({ prev, seq }) => [prev, seq])).toEqual([
        ['', '5'],
        ...Array.from({ length: 15 }, (_, n) => [String(n + 5), String(n + 6)]),
      ]);
    },
  );

  it('given a lost frame, when the next one arrives, then the client gets a new snapshot and misses nothing', async () => {
    const client = await connect(url);
    await client.ask('count');
    counting.grow();
    await expect.poll(() => client.reader().state).toBe(1);
    client.loseNext();
    const sent = gateway.counts.sent;
    counting.grow();
    await expect.poll(() => gateway.counts.sent).toBe(sent + 1);
    counting.grow();
    await expect.poll(() => client.reader()).toEqual({ seq: '3', state: 3 });
    expect(client.received.map(({ prev, seq }) => `${prev}-${seq}`)).toEqual(['-0', '0-1', '2-3', '-3']);
  });

  it('given two subscribers, when both leave, then the channel is closed, and reopened for the next', async () => {
    const one = await connect(url);
    const two = await connect(url);
    await Promise.all([one.ask('count'), two.ask('count'), one.ask('count')]);
    expect([counting.openings(), counting.watchers.size]).toEqual([1, 1]);
    one.socket.emit('unsubscribe', { channel: 'count' });
    two.socket.disconnect();
    await expect.poll(() => counting.watchers.size).toBe(0);
    counting.grow();
    expect(await one.ask('count')).toMatchObject({ ok: true, frame: { seq: '1' } });
    expect([counting.openings(), counting.watchers.size]).toEqual([2, 1]);
    expect([one.received.length, two.received.length]).toEqual([3, 1]);
  });

  it('given an unknown channel, or none at all, when a client subscribes, then it is refused with a code', async () => {
    const { ask, socket } = await connect(url);
    for (const channel of ['nonsense', '', 7, undefined, null, { a: 1 }, 'x'.repeat(1_000)])
      expect(await ask(channel)).toEqual({ ok: false, error: 'parameter_error' });
    expect(await socket.timeout(10_000).emitWithAck('subscribe')).toEqual({ ok: false, error: 'parameter_error' });
    for (const sent of [undefined, 7, { channel: 7 }]) socket.emit('unsubscribe', sent);
    expect(await ask('count')).toMatchObject({ ok: true });
  });

  it('given two gateways, when each has a subscriber, then both get the same, by the producer’s numbers', async () => {
    const other = await startGateway(counting);
    const here = await connect(url);
    const there = await connect(other.url);
    await here.ask('count');
    for (let n = 0; n < 3; n++) counting.grow();
    await there.ask('count');
    for (let n = 0; n < 3; n++) counting.grow();
    await expect.poll(() => [here.reader(), there.reader()]).toEqual(Array(2).fill({ seq: '6', state: 6 }));
  });
});

describe('conflation', () => {
  it('given a thousand changes at once, when they are sent, then they take few frames and include the last one', async () => {
    const counting = createCounting({ framesASecond: 4 });
    const { url, gateway } = await startGateway(counting);
    const client = await connect(url);
    await client.ask('count');
    for (let n = 0; n < 1_000; n++) counting.grow();
    await expect.poll(() => client.reader().state).toBe(1_000);
    expect(gateway.counts.sent).toBe(2);
  });
});

const hold = ({ socket }: { socket: Socket }) => {
  const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
  ws.pause();
  return () => ws.resume();
};

describe('a socket that does not read', () => {
  it('given a slow and a fast one, when it falls behind, then nothing queues, and it gets a snapshot on reading', async () => {
    const counting = createCounting({ ballast: 500_000 });
    const { url, gateway } = await startGateway(counting);
    const slow = await connect(url);
    const quick = await connect(url);
    await Promise.all([slow.ask('count'), quick.ask('count')]);
    const readAgain = hold(slow);
    const growAndRead = async () => {
      counting.grow();
      await expect.poll(() => quick.reader().state).toBe(counting.count()); // So this one never falls behind.
    };
    while (gateway.counts.behind === 0) await growAndRead();
    const whenItFell = counting.count();
    for (let n = 0; n < 20; n++) await growAndRead();
    readAgain();
    await expect.poll(() => slow.reader()).toEqual({ seq: String(counting.count()), state: counting.count() });
    const fresh = slow.received.findLast(({ prev }) => prev === FROM_THE_START);
    expect(Number(fresh?.seq)).toBeGreaterThan(whenItFell);
    expect(slow.received.length).toBeLessThan(quick.received.length);
    expect(gateway.counts.hung_up).toBe(0);
  });

  it('given that it never reads again, when a while has passed, then its connection is closed', async () => {
    const counting = createCounting({ ballast: 500_000 });
    const { url, gateway } = await startGateway(counting);
    const slow = await connect(url);
    await slow.ask('count');
    hold(slow);
    const growing = () => {
      counting.grow();
      return [gateway.counts.hung_up, gateway.socketCount(), counting.watchers.size];
    };
    await expect.poll(growing).toEqual([1, 0, 0]);
  });

  it('given private frames alone, when it misses one, then it is disconnected once it reads, to fetch again', async () => {
    const { url, gateway, bus } = await startGateway(createCounting());
    const room = `${MEMBER.userId}:${MEMBER.mode}`;
    const slow = await connect(url, 'websocket', { token: 'slow' });
    const other = await connect(url);
    const push = (seq: number) => {
      const data = { ballast: 'x'.repeat(500_000) };
      bus.publishSigned(`push.${MEMBER.userId}.${MEMBER.mode}`, {
        channel: 'balances',
        prev: String(seq - 1),
        seq: String(seq),
        data,
      });
    };
    const readAgain = hold(slow);
    let seq = 0;
    await expect
      .poll(() => {
        push(++seq);
        return gateway.counts.behind;
      })
      .toBe(1);
    await expect.poll(() => gateway.rooms().has(room)).toBe(false);
    const frames = gateway.counts.frames;
    push(++seq);
    await other.socket.timeout(10_000).emitWithAck('time');
    expect(gateway.counts.frames).toBe(frames);
    const gone = once(slow.socket as never, 'disconnect');
    readAgain();
    expect((await gone)[0]).toBe('transport close');
    expect(gateway.socketCount()).toBe(1);
    const again = await connect(url, 'websocket', { token: 'slow' });
    push(++seq);
    await expect.poll(() => again.received.at(-1)?.seq).toBe(String(seq));
  });

  it('given a member who missed nothing private, when it reads again, then it stays and receives both as before', async () => {
    const counting = createCounting({ ballast: 500_000 });
    const { url, gateway, bus } = await startGateway(counting);
    const room = `${MEMBER.userId}:${MEMBER.mode}`;
    const slow = await connect(url, 'websocket', { token: 'slow' });
    await slow.ask('count');
    const readAgain = hold(slow);
    const growing = () => {
      counting.grow();
      return gateway.counts.behind;
    };
    await expect.poll(growing).toBe(1);
    expect(gateway.rooms().has(room)).toBe(false);
    readAgain();
    await expect.poll(() => gateway.rooms().has(room)).toBe(true);
    await expect.poll(() => slow.reader().state).toBe(counting.count());
    bus.publishSigned(`push.${MEMBER.userId}.${MEMBER.mode}`, { channel: 'balances', prev: '1', seq: '2', data: {} });
    await expect.poll(() => slow.received.at(-1)?.channel).toBe('balances');
    expect(slow.socket.connected).toBe(true);
  });
});

describe('a flood', () => {
  it('given a client that neither reads nor closes, when it is ended for a flood, then its connection is cut, too', async () => {
    const { url, gateway, server } = await startGateway(createCounting());
    const { socket } = await connect(url);
    hold({ socket });
    for (let n = 0; n < 1_000; n++) socket.emit('time');
    await expect.poll(() => gateway.counts.floods).toBe(1);
    const lines = () => new Promise<number>((count) => server.getConnections((_error, lines) => count(lines)));
    await expect.poll(lines).toBe(0);
  });
});

describe('one socket', () => {
  it(`given ${CHANNELS_MAX} channels, when it wants one more, then that is refused until it leaves one`, async () => {
    const { url, gateway } = await startGateway(createCounting());
    const { ask, socket } = await connect(url);
    const subscribeAll = () => Promise.all(Array.from({ length: CHANNELS_MAX }, (_, n) => ask(`count${n}`)));
    expect((await subscribeAll()).every(({ ok }) => ok)).toBe(true);
    for (let n = 0; n < CHANNELS_MAX; n++) socket.emit('unsubscribe', { channel: `count${n}` });
    expect((await subscribeAll()).every(({ ok }) => ok)).toBe(true); // An app that switches screens quickly is no flood.
    expect(gateway.counts.too_many).toBe(0);
    expect(await ask('count-more')).toEqual({ ok: false, error: 'not_allowed' });
    expect(await ask('count7')).toMatchObject({ ok: true });
    socket.emit('unsubscribe', { channel: 'count7' });
    expect(await ask('count-more')).toMatchObject({ ok: true });
  });
});
