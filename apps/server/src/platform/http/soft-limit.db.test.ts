import { randomInt } from 'node:crypto';
import { userInfo } from '@app/protocol/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../test/api-testbed.ts';

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
});
