import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io as connectSocket, type ManagerOptions, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { silent } from '../../test/world.ts';
import { type Bus, openBus } from './bus.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { answerHealth, listen } from './process.ts';
import type { Caller } from './serve.ts';

const sessions = new Map<string, Caller>();
const unreachable = new Set<string>();
const opened: Socket[] = [];
let [gateway, bus, url]: [Gateway, Bus, string] = [] as never;

beforeAll(async () => {
  bus = openBus(inject('services').nats, 'gateway-test', silent);
  await bus.opened();
  const server = await listen(answerHealth([]), { port: 0 });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findCaller = (token: string) =>
    unreachable.has(token) ? Promise.reject(new Error('away')) : Promise.resolve(sessions.get(token));
  gateway = createGateway({ server, findCaller, bus, log: silent, origins: ['https://app.example'] });
});

afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await gateway.close();
  await bus.close();
});

const login = (token: string, userId: bigint, book: Caller['book'] = 'real') =>
  sessions.set(token, { userId, sessionId: userId * 10n, book });

const open = (options: Partial<ManagerOptions & { auth: object }> = {}) => {
  const socket = connectSocket(url, { forceNew: true, reconnection: false, transports: ['websocket'], ...options });
  opened.push(socket);
  const frames: unknown[] = [];
  socket.on('frame', (frame) => frames.push(frame));
  return { socket, frames };
};

const connected = async (options?: Parameters<typeof open>[0]) => {
  const { socket, frames } = open(options);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  return { socket, frames };
};

const refusalOf = async (options: Parameters<typeof open>[0]) => {
  const [error] = (await once(open(options).socket as never, 'connect_error')) as [Error & { data?: unknown }];
  return error;
};

const frameOf = (seq: number) => ({
  channel: 'balance',
  prev: String(seq - 1),
  seq: String(seq),
  data: { available: '1' },
});
const push = (userId: bigint, seq: number, book = 'real') => bus.hint(`push.${userId}.${book}`, frameOf(seq));

describe('a gateway', () => {
  it.each(['websocket', 'polling'])(
    'given a visitor by %s, when it asks the time, then it is the server clock',
    async (transport) => {
      const { socket } = await connected({ transports: [transport] });
      const { now } = await socket.timeout(2_000).emitWithAck('time');
      expect(Math.abs(now - Date.now())).toBeLessThan(1_000);
    },
  );

  it.each(['websocket', 'polling'])(
    'given two users by %s, when one is pushed a frame, then only it gets it, unchanged',
    async (transport) => {
      login('a', 1n).set('a-demo', { userId: 1n, sessionId: 11n, book: 'demo' });
      login('b', 2n);
      const transports = [transport];
      const [a, again, demo, b, visitor] = await Promise.all([
        connected({ transports, auth: { token: 'a' } }),
        connected({ transports, auth: { token: 'a' } }),
        connected({ transports, auth: { token: 'a-demo' } }),
        connected({ transports, auth: { token: 'b' } }),
        connected({ transports, query: { token: 'a' } }),
      ]);
      push(1n, 7);
      push(2n, 9);
      await expect.poll(() => [a.frames, again.frames, b.frames]).toEqual([[frameOf(7)], [frameOf(7)], [frameOf(9)]]);
      expect([...demo.frames, ...visitor.frames]).toEqual([]);
    },
  );

  it('given an unknown token or one that is no text, when it connects, then it is refused by name', async () => {
    for (const token of ['nobody', 17, { a: 1 }]) {
      expect(await refusalOf({ auth: { token } })).toMatchObject({
        message: 'session_invalid',
        data: { error: 'session_invalid' },
      });
    }
  });

  it('given a session that ends without a hint, when two seconds have passed, then its socket is gone and heard nothing', async () => {
    login('ending', 3n);
    const { socket, frames } = await connected({ auth: { token: 'ending' } });
    const gone = once(socket as never, 'disconnect');
    const endedMs = performance.now();
    sessions.delete('ending');
    expect((await gone)[0]).toBe('io server disconnect');
    expect(performance.now() - endedMs).toBeLessThan(2_000);
    const before = gateway.counts.frames;
    push(3n, 1);
    login('other', 4n);
    const other = await connected({ auth: { token: 'other' } });
    push(4n, 1);
    await expect.poll(() => other.frames).toHaveLength(1);
    expect(frames).toEqual([]);
    expect(gateway.counts.frames).toBe(before + 1);
  });

  it('given a session that changes its book, when the gateway looks again, then the socket hears the other book only', async () => {
    login('mover', 5n);
    const { frames } = await connected({ auth: { token: 'mover' } });
    login('mover', 5n, 'demo');
    await expect
      .poll(
        () => {
          push(5n, 2, 'demo');
          return frames.length;
        },
        { timeout: 2_500 },
      )
      .toBeGreaterThan(0);
    frames.length = 0;
    push(5n, 3, 'real');
    push(5n, 4, 'demo');
    await expect.poll(() => frames.map((frame) => (frame as { seq: string }).seq)).toContain('4');
    expect(frames).not.toContainEqual(frameOf(3));
  });

  it('given sessions that cannot be looked up, when that lasts, then nothing private is told until it works again', async () => {
    login('unsure', 6n);
    login('witness', 7n);
    const { socket, frames } = await connected({ auth: { token: 'unsure' } });
    const witness = await connected({ auth: { token: 'witness' } });
    const isHeard = async () => {
      frames.length = 0;
      const seen = once(witness.socket as never, 'frame');
      push(6n, 1);
      push(7n, 1);
      await seen; // So the gateway has had the first one as well,
      await socket.timeout(2_000).emitWithAck('time'); // and would have sent it before this answer.
      return frames.length > 0;
    };
    expect(await isHeard()).toBe(true);
    unreachable.add('unsure');
    expect(await refusalOf({ auth: { token: 'unsure' } })).toMatchObject({ message: 'engine_unavailable' });
    await expect.poll(isHeard, { timeout: 6_000, interval: 500 }).toBe(false);
    unreachable.clear();
    await expect.poll(isHeard, { timeout: 3_000, interval: 500 }).toBe(true);
    expect(socket.connected).toBe(true);
  });

  it('given a page of another site, when it connects, then it is refused on both transports; a listed one is not', async () => {
    for (const transports of [['websocket'], ['polling']]) {
      const extraHeaders = { origin: 'https://evil.example' };
      expect(await refusalOf({ transports, extraHeaders })).toBeInstanceOf(Error);
    }
    await connected({ extraHeaders: { origin: 'https://app.example' } });
    await connected({ extraHeaders: { origin: url } });
  });
});

describe('a flood', () => {
  it('given a hundred messages at once, when they arrive, then thirty are answered and the rest dropped', async () => {
    const { socket } = await connected();
    let answers = 0;
    for (let n = 0; n < 100; n++) socket.emit('time', () => answers++);
    await expect.poll(() => answers).toBe(30);
    await expect.poll(() => gateway.counts.too_many).toBeGreaterThanOrEqual(70);
    expect(socket.connected).toBe(true);
  });

  it('given a thousand, when they arrive, then the connection ends and others are served as before', async () => {
    const [calm, { socket }] = [await connected(), await connected()];
    const gone = once(socket as never, 'disconnect');
    for (let n = 0; n < 1_000; n++) socket.emit('time');
    await gone;
    const beganMs = performance.now();
    await calm.socket.timeout(1_000).emitWithAck('time');
    expect(performance.now() - beganMs).toBeLessThan(250);
    expect(gateway.counts.floods).toBeGreaterThan(0);
  });

  it('given an event nobody knows or a packet too large, when it comes, then it is counted or ends the connection', async () => {
    const { socket } = await connected();
    const before = gateway.counts.unknown;
    socket.emit('join', '1:real');
    await expect.poll(() => gateway.counts.unknown).toBe(before + 1);
    const gone = once(socket as never, 'disconnect');
    socket.emit('time', 'x'.repeat(20_000));
    await gone;
    await connected();
  });
});
