import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { authSettings } from '@app/domain/auth';
import { soon, timeOf } from '@app/testkit';
import { io as connectSocket, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSessionTestbed, type SessionTestbed } from '../../../../test/session-testbed.ts';
import { silent } from '../../../../test/testbed.ts';
import { createGateway, type Gateway } from '../../../gateway/gateway.ts';
import { push } from '../../../platform/bus/push.ts';
import type { FindEndedSessions, FindSessions } from '../../../platform/http/caller.ts';
import { answerHealth, listen } from '../../../platform/process/process.ts';
import { revokeSession } from './revoke-sessions.ts';
import { endSession } from './session.store.ts';
import { startSession } from './start-session.ts';

let testbed: SessionTestbed;
let gateway: Gateway;
let url: string;
let rounds = 0;
const rowsRead: bigint[] = [];
const opened: Socket[] = [];

beforeAll(async () => {
  testbed = await openSessionTestbed();
  const server = await listen(answerHealth([]), { port: 0 });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { lookUp: findCaller, bus } = testbed;
  const findSessions: FindSessions = (ids) => {
    rowsRead.push(...ids);
    return testbed.findSessions(ids);
  };
  const findEndedSessions: FindEndedSessions = (since) => testbed.findEndedSessions(since).finally(() => rounds++);
  gateway = createGateway({ server, findCaller, findSessions, findEndedSessions, bus, log: silent, origins: [] });
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

const pushTo = (userId: bigint, seq: number) =>
  push(testbed.bus, { userId, mode: 'real' }, { channel: 'test', prev: `${seq - 1}`, seq: `${seq}`, data: {} });

type Opened = Awaited<ReturnType<SessionTestbed['open']>>;

/** Ends one of a user's two sessions; its socket is closed soon and receives nothing more. */
async function endStolen(end: (id: bigint, by: Opened) => Promise<unknown>): Promise<void> {
  const userId = await testbed.newUser();
  const mine = await testbed.open(userId);
  const stolen = await testbed.open(userId);
  const here = await connected(mine.token);
  const there = await connected(stolen.token);
  pushTo(userId, 1);
  await expect.poll(() => [here.frames.length, there.frames.length]).toEqual([1, 1]);
  const gone = once(there.socket as never, 'disconnect');
  const close = async () => {
    await end(stolen.caller.sessionId, mine);
    await gone;
  };
  await soon('the end of a revoked socket', 2_000, () => timeOf(close));
  pushTo(userId, 2);
  await expect.poll(() => here.frames.length).toBe(2);
  expect(there.frames).toHaveLength(1);
  await expect(connected(stolen.token)).rejects.toThrow('session_invalid');
}

const twoRounds = async () => {
  const before = rounds;
  await expect.poll(() => rounds).toBeGreaterThanOrEqual(before + 2);
};

const roomsOf = (userId: bigint) => [...gateway.rooms()].filter((room) => room.startsWith(`${userId}:`));

describe('a session’s socket', () => {
  it.each([
    ['with a hint', async (id: bigint, by: Opened) => revokeSession(testbed, by.caller, id)],
    ['without one', (id: bigint) => testbed.root.query(`update session set ended_at = app_now() where id = $1`, [id])],
  ])('given it is revoked %s, when two seconds have passed, then it is closed and received nothing more', (_how, end) =>
    endStolen(end),
  );

  it('given its user is frozen by any means, when the gateway checks again, then it is closed', async () => {
    const { token, caller } = await testbed.open(await testbed.newUser());
    const { socket } = await connected(token);
    const gone = once(socket as never, 'disconnect');
    await testbed.root.query(`update user_account set frozen_at = now() where id = $1`, [caller.userId]);
    await gone;
    expect(await testbed.findCaller(token)).toBeUndefined();
  });

  it('given a switch of mode, when the gateway has checked, then the user has no subscription of the old mode left', async () => {
    const userId = await testbed.newUser();
    const { token, caller } = await testbed.open(userId);
    const { socket } = await connected(token);
    expect(roomsOf(userId)).toEqual([`${userId}:real`]);
    const gone = once(socket as never, 'disconnect');
    const demo = await testbed.transact(async (tx) => {
      const follows = (await endSession(tx, caller.sessionId, userId))!;
      return await startSession(tx, testbed, { userId, mode: 'demo', ip: '', userAgent: '', follows });
    });
    const { frames } = await connected(demo.token);
    await gone;
    expect(roomsOf(userId)).toEqual([`${userId}:demo`]);
    pushTo(userId, 1);
    push(testbed.bus, { userId, mode: 'demo' }, { channel: 'test', prev: '0', seq: '9', data: {} });
    await expect.poll(() => frames).toMatchObject([{ seq: '9' }]);
  });

  it('given its token is rotated, when the old one has expired, then it still receives updates', async () => {
    const userId = await testbed.newUser();
    const { token } = await testbed.open(userId);
    const { frames } = await connected(token);
    onTestFinished(async () => void (await testbed.setClock('0')));
    await testbed.setClock('16 minutes');
    const next = (await testbed.findCaller(token))!.nextToken!;
    await testbed.findCaller(next);
    await testbed.setClock('18 minutes');
    expect(await testbed.findCaller(token)).toBeUndefined();
    await twoRounds();
    pushTo(userId, 1);
    await expect.poll(() => frames).toHaveLength(1);
  });

  it('given an end that is committed after later ones were seen, when it commits, then its socket is closed too', async () => {
    const slow = await testbed.open(await testbed.newUser());
    const fast = await testbed.open(await testbed.newUser());
    const slowSocket = (await connected(slow.token)).socket;
    const fastSocket = (await connected(fast.token)).socket;
    const slowGone = once(slowSocket as never, 'disconnect');
    const fastGone = once(fastSocket as never, 'disconnect');
    const end = `update session set ended_at = app_now() where id = $1`;
    const other = await testbed.bare('postgres');
    await other.query('begin');
    await other.query(end, [slow.caller.sessionId]);
    await testbed.root.query(end, [fast.caller.sessionId]);
    await fastGone;
    await twoRounds();
    expect(slowSocket.connected).toBe(true); // Not committed: it has not ended.
    await other.query('commit');
    // Long before its row is read for another reason, which happens about once a minute.
    const late = pause(10_000, 'late');
    expect(await Promise.race([slowGone, late])).not.toBe('late');
  });

  it('given sessions that live on, when rounds pass, then none of their rows is read', async () => {
    const { token, caller } = await testbed.open(await testbed.newUser());
    await connected(token);
    await expect.poll(() => rowsRead).toContain(caller.sessionId); // Once, after it was admitted.
    await twoRounds();
    rowsRead.length = 0;
    await twoRounds();
    expect(rowsRead).not.toContain(caller.sessionId);
  });

  it('given a session that is about to expire, when its time has come, then it is closed though nothing was written', async () => {
    const { token, caller } = await testbed.open(await testbed.newUser());
    const idle = await testbed.settings.read(authSettings.sessionIdle);
    await testbed.root.query(
      `update session set last_seen_at = app_now() - ($2 - 2) * interval '1 second' where id = $1`,
      [caller.sessionId, idle.value],
    );
    const { socket } = await connected(token);
    const gone = once(socket as never, 'disconnect');
    await gone;
  });
});
