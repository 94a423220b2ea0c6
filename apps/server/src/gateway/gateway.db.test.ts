import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io as connectSocket, type ManagerOptions, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openStranger, overhear } from '../../test/bus-stranger.ts';
import { openTestBus } from '../../test/bus-testbed.ts';
import { lasting, plainCaller } from '../../test/plain-caller.ts';
import { silent } from '../../test/testbed.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { publishSessionsEnded } from '../platform/bus/session-events.ts';
import type { Caller, FindCaller, FindEndedSessions, FindSessions } from '../platform/http/caller.ts';
import { answerHealth, listen } from '../platform/process/process.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { admitSessions, roomOf, type SessionSocket } from './sessions.ts';
import { openSockets } from './sockets.ts';

/** By token; lookups by session id use the same rows. */
const sessions = new Map<string, Caller>();
let isAway: boolean = false;
let isMute: boolean = false;
/** Looks for ended sessions, and what each of them saw. */
let questions: number = 0;
const seen = new Map<string, ReadonlyMap<bigint, string>>();
/** Session ids of every lookup, in order. */
const rechecked: (readonly bigint[])[] = [];
const opened: Socket[] = [];
let gateway: Gateway;
let bus: Bus;
let url: string;

beforeAll(async () => {
  bus = await openTestBus();
  const server = await listen(answerHealth([]), { port: 0 });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findCaller: FindCaller = (token) => {
    const caller = sessions.get(token);
    return isAway ? Promise.reject(new Error('away')) : Promise.resolve(caller && { caller });
  };
  const findSessions: FindSessions = async (ids) => {
    rechecked.push(ids);
    await lookup();
    const found = [...sessions.values()].filter(({ sessionId }) => ids.includes(sessionId));
    return new Map(found.map((caller) => [caller.sessionId, lasting(caller)]));
  };
  const findEndedSessions: FindEndedSessions = async (since) => {
    questions++;
    await lookup();
    const now = new Map([...sessions.values()].map((caller) => [caller.sessionId, roomOf(caller)]));
    const before = seen.get(since ?? '') ?? new Map<bigint, string>();
    const upTo = String(questions);
    seen.set(upTo, now);
    return { ids: [...before].filter(([id, room]) => now.get(id) !== room).map(([id]) => id), upTo };
  };
  const lookups = { findCaller, findSessions, findEndedSessions };
  gateway = createGateway({ server, ...lookups, bus, log: silent, origins: ['https://app.example'] });
});

/** Fails or never answers while a test says so. */
async function lookup(): Promise<void> {
  if (isAway) throw new Error('away');
  if (isMute) await new Promise(() => {});
}

afterEach(() => {
  isAway = false;
  isMute = false;
  for (const socket of opened.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await gateway.close();
  await bus.close();
});

const login = (token: string, userId: bigint, mode: Caller['mode'] = 'real') =>
  sessions.set(token, plainCaller({ userId, sessionId: userId * 10n, mode }));

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

/** Waits until the gateway has certainly rechecked all sessions. */
const twoRounds = async () => {
  const before = questions;
  await expect.poll(() => questions).toBeGreaterThanOrEqual(before + 2);
};

const frameOf = (seq: number) => ({
  channel: 'balance',
  prev: String(seq - 1),
  seq: String(seq),
  data: { available: '1' },
});
const push = (userId: bigint, seq: number, mode = 'real') => bus.publishSigned(`push.${userId}.${mode}`, frameOf(seq));

describe('a gateway', () => {
  it.each(['websocket', 'polling'])(
    'given a visitor by %s, when it requests the time, then it gets the server clock',
    async (transport) => {
      const { socket } = await connected({ transports: [transport] });
      const { now } = await socket.timeout(10_000).emitWithAck('time');
      expect(Math.abs(now - Date.now())).toBeLessThan(10_000);
    },
  );

  it.each(['websocket', 'polling'])(
    'given two users by %s, when a frame is pushed to one, then only that user gets it, unchanged',
    async (transport) => {
      login('a', 1n).set('a-demo', plainCaller({ userId: 1n, sessionId: 11n, mode: 'demo' }));
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

  it('given a stranger on the bus, when it pushes to a user or redirects a genuine push, then no socket gets it', async () => {
    login('a', 1n);
    login('b', 2n);
    const stranger = await openStranger();
    const [a, b] = await Promise.all([connected({ auth: { token: 'a' } }), connected({ auth: { token: 'b' } })]);
    const recorded: Uint8Array[] = [];
    await overhear(stranger, 'push.1.real', ({ data }) => recorded.push(data.slice()));
    push(1n, 7);
    await expect.poll(() => [a.frames, recorded.length]).toEqual([[frameOf(7)], 1]);
    const before = bus.refused().push;
    stranger.publish('push.2.real', JSON.stringify(frameOf(8)));
    stranger.publish('push.2.real', recorded[0]);
    await expect.poll(() => bus.refused().push).toBe(before + 2);
    push(2n, 9);
    await expect.poll(() => b.frames).toEqual([frameOf(9)]);
  });

  it('given an unknown token or one that is not text, when it connects, then it is refused with a code', async () => {
    for (const token of ['nobody', 17, { a: 1 }]) {
      expect(await refusalOf({ auth: { token } })).toMatchObject({
        message: 'session_invalid',
        data: { error: 'session_invalid' },
      });
    }
  });

  it('given a session that ends without a hint, when the gateway rechecks, then its socket closes and got nothing', async () => {
    login('ending', 3n);
    const { socket, frames } = await connected({ auth: { token: 'ending' } });
    const gone = once(socket as never, 'disconnect');
    sessions.delete('ending');
    expect((await gone)[0]).toBe('io server disconnect');
    const before = gateway.counts.frames;
    push(3n, 1);
    login('other', 4n);
    const other = await connected({ auth: { token: 'other' } });
    push(4n, 1);
    await expect.poll(() => other.frames).toHaveLength(1);
    expect(frames).toEqual([]);
    expect(gateway.counts.frames).toBe(before + 1);
  });

  it('given a hint that a session ended, when true, then it is rechecked at once and closed; a false one is ignored', async () => {
    for (const [index, token] of ['hinted', 'slandered', 'bystander'].entries()) login(token, 8n + BigInt(index));
    const published = await connected({ auth: { token: 'hinted' } });
    const slandered = await connected({ auth: { token: 'slandered' } });
    await connected({ auth: { token: 'bystander' } });
    const gone = once(published.socket as never, 'disconnect');
    rechecked.length = 0;
    sessions.delete('hinted');
    publishSessionsEnded(bus, [80n, 90n]);
    await gone;
    await expect.poll(() => rechecked.map((ids) => ids.join(' '))).toContain('80 90');
    await slandered.socket.timeout(10_000).emitWithAck('time');
    expect(slandered.socket.connected).toBe(true);
  });

  it('given a replaced token, when the gateway rechecks, then its socket stays: the session is the same', async () => {
    login('first', 10n);
    const { socket, frames } = await connected({ auth: { token: 'first' } });
    login('second', 10n);
    sessions.delete('first');
    await twoRounds();
    push(10n, 1);
    await expect.poll(() => frames).toEqual([frameOf(1)]);
    expect(socket.connected).toBe(true);
  });

  it('given fifty sockets, when they are admitted, then one lookup reads all of their rows, and later rounds read none', async () => {
    for (let n = 0; n < 50; n++) login(`many-${n}`, BigInt(100 + n));
    await Promise.all(Array.from({ length: 50 }, (_, n) => connected({ auth: { token: `many-${n}` } })));
    await twoRounds();
    expect(rechecked.flat().filter((id) => id >= 1_000n && id < 1_500n)).toHaveLength(50);
    rechecked.length = 0;
    await twoRounds();
    expect(rechecked).toEqual([]);
  });

  it('given a session that changes its owner or mode, when the gateway rechecks, then the socket closes', async () => {
    login('mover', 5n);
    const { socket } = await connected({ auth: { token: 'mover' } });
    const gone = once(socket as never, 'disconnect');
    login('mover', 5n, 'demo');
    expect((await gone)[0]).toBe('io server disconnect');
    expect([...gateway.rooms()].filter((room) => room.startsWith('5:'))).toEqual([]);
  });

  it.each([
    ['fail', () => (isAway = true)],
    ['never come', () => (isMute = true)],
  ])(
    'given lookups that %s, when that lasts, then nothing private is sent until they work again, and who missed some reconnects',
    async (_how, begin) => {
      login('unsure', 6n);
      const { socket, frames } = await connected({ auth: { token: 'unsure' } });
      login('idle', 61n);
      const { socket: idle } = await connected({ auth: { token: 'idle' } });
      const isDelivered = async (seq: number) => {
        const passed = new Promise((resolve) => bus.listenSigned('push.6.real', resolve));
        push(6n, seq);
        await passed; // So the gateway has received it too,
        await socket.timeout(10_000).emitWithAck('time'); // and would have sent it before this answer.
        return frames.some((frame) => (frame as { seq: string }).seq === String(seq));
      };
      expect(await isDelivered(1)).toBe(true);
      begin();
      if (isAway)
        expect(await refusalOf({ auth: { token: 'unsure' } })).toMatchObject({ message: 'engine_unavailable' });
      await expect.poll(() => gateway.rooms().has('6:real')).toBe(false);
      expect(await isDelivered(2)).toBe(false);
      isAway = false;
      isMute = false;
      await expect.poll(() => gateway.rooms().has('61:real')).toBe(true);
      await expect.poll(() => socket.connected).toBe(false);
      expect(idle.connected).toBe(true);
    },
  );

  it('given a page of another site, when it connects, then both transports refuse it; a listed one is admitted', async () => {
    for (const transports of [['websocket'], ['polling']]) {
      const extraHeaders = { origin: 'https://evil.example' };
      expect(await refusalOf({ transports, extraHeaders })).toBeInstanceOf(Error);
    }
    await connected({ extraHeaders: { origin: 'https://app.example' } });
    await connected({ extraHeaders: { origin: url } });
  });
});

describe('gateway memory', () => {
  it.each([
    { transports: ['websocket'], ends: 'websocket' },
    { transports: ['polling'], ends: 'polling' },
    { transports: ['polling', 'websocket'], ends: 'websocket' },
  ])(
    'given $transports, when a session is admitted, then neither its token nor its request is kept',
    async ({ transports, ends }) => {
      const server = await listen(answerHealth([]), { port: 0 });
      const io = openSockets(server, [], { mayOpen: () => true, watch: () => {} });
      const caller = plainCaller({ userId: 1n, sessionId: 10n, mode: 'real' });
      admitSessions(io, () => Promise.resolve({ caller }), silent);
      const admitted = new Promise<SessionSocket>((resolve) => io.on('connection', resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const client = connectSocket(address, { forceNew: true, transports, auth: { token: 'secret' } });
      opened.push(client);
      const socket = await admitted;
      await expect.poll(() => client.io.engine.transport.name).toBe(ends);
      socket.on('time', (answer: (value: string) => void) => answer('now'));
      expect(await client.timeout(10_000).emitWithAck('time')).toBe('now');
      expect([socket.request, socket.handshake.auth, socket.data.session?.room]).toEqual([null, {}, '1:real']);
      client.disconnect();
      await io.close();
    },
  );

  it('given the maximum sockets of one session, when one more connects, then the oldest is closed', async () => {
    login('tabs', 60n).set('tabs-elsewhere', plainCaller({ userId: 60n, sessionId: 601n, mode: 'real' }));
    const elsewhere = await connected({ auth: { token: 'tabs-elsewhere' } });
    const tabs: Socket[] = [];
    for (let n = 0; n < 20; n++) tabs.push((await connected({ auth: { token: 'tabs' } })).socket);
    const gone = once(tabs[0] as never, 'disconnect');
    expect(tabs.every(({ connected: isThere }) => isThere)).toBe(true);
    tabs.push((await connected({ auth: { token: 'tabs' } })).socket);
    expect((await gone)[0]).toBe('io server disconnect');
    for (const socket of [...tabs.slice(1), elsewhere.socket]) await socket.timeout(10_000).emitWithAck('time');
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

  it('given a thousand, when they arrive, then the connection is closed and others are served as before', async () => {
    const calm = await connected();
    const { socket } = await connected();
    const gone = once(socket as never, 'disconnect');
    for (let n = 0; n < 1_000; n++) socket.emit('time');
    await gone;
    await calm.socket.timeout(10_000).emitWithAck('time');
    expect(gateway.counts.floods).toBeGreaterThan(0);
  });

  it('given an unknown event or a packet too large, when it arrives, then it is counted or closes the connection', async () => {
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
