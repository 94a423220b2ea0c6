import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { io as connectSocket, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSessionWorld, type SessionWorld } from '../../../../test/session-world.ts';
import { silent } from '../../../../test/world.ts';
import { createGateway, type Gateway } from '../../../platform/gateway.ts';
import { answerHealth, listen } from '../../../platform/process.ts';
import { push } from '../../../platform/push.ts';
import type { FindSessions } from '../../../platform/serve.ts';
import { revokeSession } from './revoke-sessions.ts';
import { endSession } from './session.store.ts';
import { startSession } from './start-session.ts';

let world: SessionWorld;
let gateway: Gateway;
let url: string;
let rounds = 0;
const opened: Socket[] = [];

beforeAll(async () => {
  world = await openSessionWorld();
  const server = await listen(answerHealth([]), { port: 0 });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { lookUp: findCaller, bus } = world;
  const findSessions: FindSessions = (ids) => world.findSessions(ids).finally(() => rounds++);
  gateway = createGateway({ server, findCaller, findSessions, bus, log: silent, origins: [] });
});
afterAll(async () => {
  for (const socket of opened) socket.disconnect();
  await gateway.close();
});

async function connected(token: string) {
  const socket = connectSocket(url, {
    auth: { token },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
  });
  opened.push(socket);
  const frames: unknown[] = [];
  socket.on('frame', (frame) => frames.push(frame));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  return { socket, frames };
}

const tell = (userId: bigint, seq: number) =>
  push(world.bus, { userId, book: 'real' }, { channel: 'test', prev: `${seq - 1}`, seq: `${seq}`, data: {} });

type Opened = Awaited<ReturnType<SessionWorld['open']>>;

/** Ends one of a user's two sessions; its socket is closed and hears nothing more. Answers how long that took. */
async function endStolen(end: (id: bigint, by: Opened) => Promise<unknown>): Promise<number> {
  const userId = await world.newUser();
  const [mine, stolen] = [await world.open(userId), await world.open(userId)];
  const [here, there] = [await connected(mine.token), await connected(stolen.token)];
  tell(userId, 1);
  await expect.poll(() => [here.frames.length, there.frames.length]).toEqual([1, 1]);
  const gone = once(there.socket as never, 'disconnect');
  const endedMs = performance.now();
  await end(stolen.caller.sessionId, mine);
  await gone;
  const tookMs = performance.now() - endedMs;
  tell(userId, 2);
  await expect.poll(() => here.frames.length).toBe(2);
  expect(there.frames).toHaveLength(1);
  await expect(connected(stolen.token)).rejects.toThrow('session_invalid');
  return tookMs;
}

const roomsOf = (userId: bigint) => [...gateway.rooms()].filter((room) => room.startsWith(`${userId}:`));

describe('the socket of a session', () => {
  it.each([
    ['with a hint', async (id: bigint, by: Opened) => revokeSession(world, by.caller, id)],
    ['without one', (id: bigint) => world.root.query(`update session set ended_at = app_now() where id = $1`, [id])],
  ])(
    'given it is revoked %s, when two seconds have passed, then it is closed and heard nothing more',
    async (_how, end) => {
      const tookMs: number[] = [];
      for (let measured = 0; measured < 5; measured++) tookMs.push(await endStolen(end));
      // A busy machine may be late once; a gateway that is late by itself is so again.
      expect(tookMs.toSorted((a, b) => a - b)[3]).toBeLessThan(2_000);
    },
  );

  it('given its user is frozen by whatever way, when the gateway looks again, then it is closed', async () => {
    const { token, caller } = await world.open(await world.newUser());
    const { socket } = await connected(token);
    const gone = once(socket as never, 'disconnect');
    await world.root.query(`update user_account set frozen_at = now() where id = $1`, [caller.userId]);
    await gone;
    expect(await world.findCaller(token)).toBeUndefined();
  });

  it('given another book is opened, when the gateway has looked, then no room of the old book is left for that user', async () => {
    const userId = await world.newUser();
    const { token, caller } = await world.open(userId);
    const { socket } = await connected(token);
    expect(roomsOf(userId)).toEqual([`${userId}:real`]);
    const gone = once(socket as never, 'disconnect');
    const demo = await world.transact(async (tx) => {
      const follows = (await endSession(tx, caller.sessionId, userId))!;
      return await startSession(tx, world, { userId, book: 'demo', ip: '', userAgent: '', follows });
    });
    const { frames } = await connected(demo.token);
    await gone;
    expect(roomsOf(userId)).toEqual([`${userId}:demo`]);
    tell(userId, 1);
    push(world.bus, { userId, book: 'demo' }, { channel: 'test', prev: '0', seq: '9', data: {} });
    await expect.poll(() => frames).toMatchObject([{ seq: '9' }]);
  });

  it('given its token is replaced, when the old one is dead, then it hears as before', async () => {
    const userId = await world.newUser();
    const { token } = await world.open(userId);
    const { frames } = await connected(token);
    onTestFinished(async () => void (await world.setClock('0')));
    await world.setClock('16 minutes');
    const next = (await world.findCaller(token))!.nextToken!;
    await world.findCaller(next);
    await world.setClock('18 minutes');
    expect(await world.findCaller(token)).toBeUndefined();
    const before = rounds;
    await expect.poll(() => rounds).toBeGreaterThanOrEqual(before + 2);
    tell(userId, 1);
    await expect.poll(() => frames).toHaveLength(1);
  });
});
