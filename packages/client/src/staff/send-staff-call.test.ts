import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getStaff, listChanges, openCasePicture, refuseChange, staffLogout } from '@app/protocol/staff';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallRefused, NoResponse } from '../call/index.ts';
import { makeStaffClient, type StaffCallDeps } from './send-staff-call.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let server: Server;
let seen: Seen[];
let ended: string[];
let signed: string[];
let deps: StaffCallDeps;
let answer: (response: ServerResponse, request: Seen) => void;

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const refusal = { type: 999, code: 0, message: 'ended', error: 'session_invalid' };

beforeEach(async () => {
  seen = [];
  ended = [];
  signed = [];
  answer = (response) => json(response, 200, { type: 'ok', code: 1, data: {} });
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    seen.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  deps = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    language: () => 'zh',
    device: () => Promise.resolve({ token: 'token', sign: (text) => Promise.resolve(`s${signed.push(text)}`) }),
    now: Date.now,
    onSessionEnded: (message, token) => void ended.push(`${message} ${token}`),
  };
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

describe('a call of staff', () => {
  it('signs method, address, hash of the body and time, and sends them', async () => {
    await makeStaffClient(deps).call(staffLogout, {});
    const [one] = seen;
    const [method, url, hash, time] = signed[0]?.split('\n') ?? [];
    expect([method, url]).toEqual(['POST', '/api/staff/logout']);
    const { createHash } = await import('node:crypto');
    expect(hash).toBe(
      createHash('sha256')
        .update(one?.body ?? '')
        .digest('hex'),
    );
    expect(one?.headers).toMatchObject({ authorization: 'Bearer token', 'x-device-proof': `${time}.s1` });
    expect(Math.abs(Number(time) - Date.now())).toBeLessThan(2_000);
    expect(JSON.parse(one?.body ?? '')).toEqual({ lang: 'zh' });
  });

  it('given a read, then its fields are in the address, and the hash is of nothing', async () => {
    answer = (response) => json(response, 200, { type: 'ok', data: { list: [], next: null } });
    await makeStaffClient(deps).call(listChanges, { limit: 50, state: 'waiting', before: 7n });
    expect(new URL(seen[0]?.url ?? '', 'http://x').searchParams.get('before')).toBe('7');
    expect(signed[0]).toContain('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('given a clock that is an hour late, then the refused call is signed again with the server’s time', async () => {
    deps = { ...deps, now: () => Date.now() - 3_600_000 };
    answer = (response, { headers }) => {
      const isRight = Math.abs(Number.parseInt(String(headers['x-device-proof']), 10) - Date.now()) < 60_000;
      json(response, isRight ? 200 : 401, isRight ? { type: 'ok', data: {} } : refusal);
    };
    const { call } = makeStaffClient(deps);
    await call(staffLogout, {});
    await call(staffLogout, {});
    expect([seen.length, ended]).toEqual([3, []]);
  });

  it('given a session that has ended, then it is reported once and not sent again', async () => {
    answer = (response) => json(response, 401, refusal);
    await expect(makeStaffClient(deps).call(getStaff, {})).rejects.toThrow(CallRefused);
    expect([seen.length, ended]).toEqual([1, ['ended token']]);
  });

  it('given a refusal, then its code and text are thrown, and the session stays', async () => {
    answer = (response) => json(response, 409, { type: 'error', message: 'no', error: 'change_not_waiting' });
    const failure = await makeStaffClient(deps)
      .call(refuseChange, { id: 1n, reason: 'x' })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'change_not_waiting', message: 'no' });
    expect(ended).toEqual([]);
  });

  it('given a file, then its bytes are returned; given a refusal instead, then it is thrown', async () => {
    const { openFile } = makeStaffClient(deps);
    answer = (response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('pixels');
    expect(await (await openFile(openCasePicture, { id: 7n, part: 'front_pic' })).text()).toBe('pixels');
    expect(seen[0]?.url).toBe('/api/staff/case/picture?id=7&part=front_pic&lang=zh');
    expect(seen[0]?.headers).toHaveProperty('x-device-proof');
    answer = (response) => json(response, 404, { type: 'error', message: 'no', error: 'not_found' });
    await expect(openFile(openCasePicture, { id: 7n, part: 'front_pic' })).rejects.toThrow(CallRefused);
  });

  it('given no answer, then there is none', async () => {
    answer = (response) => response.destroy();
    await expect(makeStaffClient(deps).call(getStaff, {})).rejects.toThrow(NoResponse);
  });
});
