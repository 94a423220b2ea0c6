import { randomInt } from 'node:crypto';
import { addressKey } from '@app/base';
import { userInfo } from '@app/protocol/auth';
import fastify, { type FastifyReply } from 'fastify';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../test/api-testbed.ts';
import { atTheEnd, silent } from '../../../test/testbed.ts';
import { openCache } from '../bus/cache.ts';
import { limitSoftly } from './soft-limit.ts';

const LIMIT = { requestsPerAddress: 5, requestsPerUser: 3, seconds: 30 };

let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed((deps) => deps, LIMIT);
});

/** Returns a network no other test uses: all tests share one Redis. */
const newNetwork = () => `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;

const send = (remoteAddress: string, token?: string) =>
  testbed.http.app.inject({
    method: userInfo.method,
    url: `/api${userInfo.path}`,
    headers: { ...(token && { authorization: token }) },
    remoteAddress,
  });

describe('the soft rate limit', () => {
  it('counts an IPv6 /64 as one client, and returns the remaining quota and the reset time', async () => {
    const network = newNetwork();
    for (let n = 1; n <= LIMIT.requestsPerAddress; n++) {
      const answer = await send(`${network}::${n.toString(16)}`);
      expect(answer.json().error).toBe('login_required');
      expect(answer.headers['ratelimit-policy']).toBe('"address";q=5;w=30');
      expect(answer.headers.ratelimit).toMatch(new RegExp(`^"address";r=${LIMIT.requestsPerAddress - n};t=(30|29)$`));
    }
    const refused = await send(`${network}:ffff::1`);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error).toBe('too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(`${newNetwork()}::1`)).statusCode).not.toBe(429);
  });

  it('counts a user over all their addresses, and no other user with them', async () => {
    const token = await testbed.newSession();
    const answers: number[] = [];
    for (let n = 0; n <= LIMIT.requestsPerUser; n++) answers.push((await send(`${newNetwork()}::1`, token)).statusCode);
    expect(answers).toEqual([200, 200, 200, 429]);
    expect((await send(`${newNetwork()}::1`, await testbed.newSession())).statusCode).toBe(200);
  });

  it('given more requests at once than allowed, then exactly the allowed number passes', async () => {
    const wide = await openApiTestbed((deps) => deps, { ...LIMIT, requestsPerAddress: 60 });
    const address = `${newNetwork()}::1`;
    const sendOne = () =>
      wide.http.app.inject({ method: userInfo.method, url: `/api${userInfo.path}`, remoteAddress: address });
    const answers = await Promise.all(Array.from({ length: 150 }, sendOne));
    expect(answers.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(60);
    expect((await sendOne()).statusCode).toBe(429);
  });

  it('given a client who sends little, then Redis is not asked; given more, then all of it is counted', async () => {
    const limit = { ...LIMIT, requestsPerAddress: 60 };
    const one = await openApiTestbed((deps) => deps, limit);
    const other = await openApiTestbed((deps) => deps, limit);
    const cache = openCache(inject('services').redis, silent);
    atTheEnd(() => cache.disconnect());
    await expect.poll(() => cache.status).toBe('ready');
    const network = newNetwork();
    const sendTo = async ({ http }: ApiTestbed) =>
      (await http.app.inject({ url: `/api${userInfo.path}`, remoteAddress: `${network}::1` })).statusCode;
    const counted = async () => Number(await cache.get(`soft:address:${addressKey(`${network}::1`)}`));
    const share = 3; // A twentieth.
    for (let n = 0; n < share; n++) expect(await sendTo(one)).not.toBe(429);
    expect(await counted()).toBe(0);
    await sendTo(one);
    expect(await counted()).toBe(2 * share);
    let allowed = share + 1;
    for (let n = 0; n < 100; n++) for (const api of [one, other]) if ((await sendTo(api)) !== 429) allowed += 1;
    expect(allowed).toBe(60);
  });

  it('given so many clients that the memory is emptied, then one that was refused stays refused', async () => {
    const cache = openCache(inject('services').redis, silent);
    atTheEnd(() => cache.disconnect());
    await expect.poll(() => cache.status).toBe('ready');
    const limitUser = limitSoftly(fastify(), cache, { ...LIMIT, requestsPerUser: 60 });
    const reply = { header: () => reply } as unknown as FastifyReply; // What it uses of one.
    const isRefused = async (userId: bigint) => {
      try {
        await limitUser(userId, reply);
        return false;
      } catch (error) {
        expect(error).toMatchObject({ code: 'too_many_requests' });
        return true;
      }
    };
    const newUser = () => BigInt(randomInt(2 ** 47));
    const userId = newUser();
    for (let n = 0; n < 60; n++) expect(await isRefused(userId)).toBe(false);
    expect(await isRefused(userId)).toBe(true);
    const first = newUser();
    for (let n = 0n; n < 100_000n; n++) void limitUser(first + n, reply);
    expect(await isRefused(userId)).toBe(true);
    expect(await isRefused(newUser())).toBe(false);
  });
});
