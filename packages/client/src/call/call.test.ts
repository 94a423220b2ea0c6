import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseTraceparent } from '@app/base';
import { type Amount, parseDecimal } from '@app/money';
import { route } from '@app/protocol';
import { login } from '@app/protocol/auth';
import { stepUpFields } from '@app/protocol/step-up-fields';
import { changeWallet, listWallets } from '@app/protocol/wallet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { memoryBackend, openStorage } from '../storage.ts';
import { CallRefused, NoResponse } from './call-refused.ts';
import { openPendingCalls } from './pending-calls.ts';
import { type CallDeps, makeCall } from './send-call.ts';

type Seen = { url: string; headers: IncomingMessage['headers']; form: URLSearchParams; pendingAtArrival: string[] };
type Answer = (response: ServerResponse) => void;

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const balance = { account: 'wallet', currency: 'USDT', available: '1.5', frozen: '0' };
const moved = { id: '7', from: balance, to: { ...balance, account: 'exchange' }, seq: '3' };
const transfer = {
  from_field: 'wallet',
  to_field: 'exchange',
  currency: 'USDT',
  number: parseDecimal<Amount>('2.5'),
} as const;

const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const ok = (data: unknown) => json(200, { type: 'ok', code: 1, message: 'ok', data });
const refused = (status: number, error: string, more = {}) =>
  json(status, { type: 'error', code: 0, message: `says ${error}`, error, trace: 't', ...more });
const hangUp: Answer = (response) => response.destroy();

let server: Server;
let deps: CallDeps;
let seen: Seen[];
let answers: Answer[];
let ended: string[];
let unverified: string[];
let dates: (string | null)[];
let nexts: [string, string | undefined][];
let clock: number;
let scope: string;
let token: string;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const pendingAtArrival = deps.pending.list().map(({ key }) => key);
  seen.push({ url: request.url ?? '', headers: request.headers, form: new URLSearchParams(body), pendingAtArrival });
  (answers.shift() ?? hangUp)(response);
}

beforeEach(async () => {
  scope = '1:real';
  token = 'token-1';
  seen = [];
  answers = [];
  ended = [];
  unverified = [];
  dates = [];
  nexts = [];
  clock = 1_800_000_000_000;
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  deps = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    language: () => 'tur',
    token: () => token,
    scope: () => scope,
    pending: openPendingCalls(openStorage(memoryBackend())),
    now: () => clock,
    wait: (ms) => {
      clock += ms;
      return Promise.resolve();
    },
    onSessionEnded: (message) => ended.push(message),
    onIdentityNeeded: (message) => unverified.push(message),
    onMaintenance: () => undefined,
    onNextToken: (next, replaced) => void nexts.push([next, replaced]),
    onDate: (date) => void dates.push(date),
  };
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** A call with an effect that requires step-up, as withdrawals will. */
const provenTransfer = route({
  ...changeWallet,
  request: z.object({ ...changeWallet.request.shape, password: z.optional(z.string()), ...stepUpFields }),
  stepUp: { policy: 'money', codePurpose: 'withdraw' },
});

const call: ReturnType<typeof makeCall> = (route, fields, options) => makeCall(deps)(route, fields, options);

describe('a call', () => {
  it('sends a form with the language and the raw token, and decodes the response', async () => {
    answers = [ok({ list: [{ ...balance, equivalent: null }], seq: '4' })];
    const { list } = await call(listWallets, {});
    expect(list).toEqual([{ ...balance, available: parseDecimal('1.5'), frozen: 0n, equivalent: null }]);
    expect(seen[0]).toMatchObject({ url: '/api/wallet/list', headers: { authorization: 'token-1' } });
    expect(seen[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(seen[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(Object.fromEntries(seen[0]?.form ?? [])).toEqual({ lang: 'tur' });
  });

  it('given a language of its own, then it is sent instead of the app’s', async () => {
    answers = [ok({ list: [{ ...balance, equivalent: null }], seq: '4' })];
    await call(listWallets, {}, { language: 'zh' });
    expect(Object.fromEntries(seen[0]?.form ?? [])).toEqual({ lang: 'zh' });
  });

  it('given a refusal, then it throws the code, the text, the params and the fields', async () => {
    answers = [refused(400, 'password_too_weak', { params: { minimum: '7' }, fields: ['password'] })];
    const failure = await call(login, { user_string: 'a@b.co', type: 'email', password: 'x' }).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(CallRefused);
    expect(failure).toMatchObject({
      code: 'password_too_weak',
      message: 'says password_too_weak',
      params: { minimum: '7' },
      fields: ['password'],
    });
  });

  it('given two calls, then each carries a trace context of its own, which claims no recording', async () => {
    answers = [ok(moved), ok(moved)];
    const call = makeCall(deps);
    await call(changeWallet, transfer);
    await call(changeWallet, transfer);
    const sent = seen.map(({ headers }) => parseTraceparent(String(headers.traceparent)));
    expect(sent.map((context) => context?.isSampled)).toEqual([false, false]);
    expect(sent[0]?.traceId).not.toBe(sent[1]?.traceId);
  });

  it('given the mode changes while a response is missing, then the call is not repeated there and its key stays', async () => {
    answers = [hangUp, ok(moved)];
    const call = makeCall(deps)(changeWallet, transfer, {
      onChecking: () => ([scope, token] = ['1:demo', 'token-2']),
    });
    await expect(call).rejects.toThrow(NoResponse);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['token-1']);
    expect(deps.pending.list()).toHaveLength(1);
  });

  it('given a success that cannot be parsed, then the outcome is unknown, and a retry has the same key', async () => {
    answers = [ok({ other: 'shape' }), ok(moved)];
    await expect(makeCall(deps)(changeWallet, transfer)).rejects.toThrow(NoResponse);
    await makeCall(deps)(changeWallet, transfer);
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(deps.pending.list()).toEqual([]);
  });

  it('given type 998, then the app receives the identity requirement, and the session stays', async () => {
    answers = [refused(403, 'identity_required', { type: 998 })];
    await expect(makeCall(deps)(listWallets, {})).rejects.toThrow('says identity_required');
    expect([unverified, ended]).toEqual([['says identity_required'], []]);
    expect(Date.parse(dates[0] ?? '')).toBeGreaterThan(0);
  });

  it('given type 999, then the session is ended with the server’s text', async () => {
    answers = [refused(401, 'session_invalid', { type: 999 })];
    await expect(call(listWallets, {})).rejects.toMatchObject({ code: 'session_invalid' });
    expect(ended).toEqual(['says session_invalid']);
  });

  it('given a response or a refusal with a newer token, then the app receives it and the one it replaces', async () => {
    const renewing =
      (next: string, answer: Answer): Answer =>
      (response) =>
        answer(response.setHeader('X-Next-Token', next));
    answers = [renewing('token-2', ok({ list: [], seq: '4' })), renewing('token-3', refused(409, 'too_late'))];
    await call(listWallets, {});
    token = 'token-2';
    await expect(call(listWallets, {})).rejects.toMatchObject({ code: 'too_late' });
    expect(nexts).toEqual([
      ['token-2', 'token-1'],
      ['token-3', 'token-2'],
    ]);
  });

  it.each([
    ['a call', () => call(listWallets, {}), () => ok({ list: [], seq: '4' })],
    ['one with an effect', () => call(changeWallet, transfer), () => ok(moved)],
  ])(
    'given 999 for a token that another tab had replaced, then %s is resent once with the newer one',
    async (_what, begin, answerOf) => {
      deps = { ...deps, onSessionEnded: () => (token = 'token-2') };
      answers = [refused(401, 'session_invalid', { type: 999 }), answerOf()];
      await begin();
      expect(seen.map(({ headers }) => headers.authorization)).toEqual(['token-1', 'token-2']);
      expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(deps.pending.list()).toEqual([]);
    },
  );

  it('given 999 for the newer token too, or for a session of another user, then it is not resent', async () => {
    deps = { ...deps, onSessionEnded: () => (token = 'token-2') };
    answers = [refused(401, 'session_invalid', { type: 999 }), refused(401, 'session_invalid', { type: 999 })];
    await expect(call(listWallets, {})).rejects.toMatchObject({ type: 999 });
    expect(seen).toHaveLength(2);
    deps = { ...deps, onSessionEnded: () => ([token, scope] = ['token-3', '2:real']) };
    answers = [refused(401, 'session_invalid', { type: 999 })];
    await expect(call(listWallets, {})).rejects.toMatchObject({ type: 999 });
    expect(seen).toHaveLength(3);
  });

  it.each([
    ['hung up', hangUp],
    ['not ours', json(502, 'bad gateway')],
  ])('given a response that is %s, then there is no response and one attempt', async (_what, bad) => {
    answers = [bad];
    await expect(call(listWallets, {})).rejects.toBeInstanceOf(NoResponse);
    expect(seen).toHaveLength(1);
  });
});

describe('a call with an effect', () => {
  it('stores its key before sending, and removes it after the response', async () => {
    answers = [ok(moved)];
    expect(await call(changeWallet, transfer)).toMatchObject({ id: 7n });
    const key = seen[0]?.headers['idempotency-key'];
    expect(key).toMatch(UUID_V7);
    expect(seen[0]?.pendingAtArrival).toEqual([key]);
    expect(seen[0]?.form.get('number')).toBe('2.5');
    expect(deps.pending.list()).toEqual([]);
  });

  it('given no response or an unknown result, then the same payload is resent with the same key', async () => {
    answers = [hangUp, refused(504, 'result_unknown'), refused(429, 'too_many_requests'), ok(moved)];
    let checks = 0;
    await call(changeWallet, transfer, { onChecking: () => (checks += 1) });
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(seen.map(({ form }) => form.toString())).size).toBe(1);
    expect(checks).toBe(3);
    expect(clock).toBe(1_800_000_003_000);
    expect(deps.pending.list()).toEqual([]);
  });

  it('given its token is replaced while the response is missing, then it is resent with the newer one', async () => {
    answers = [hangUp, ok(moved)];
    await call(changeWallet, transfer, { onChecking: () => (token = 'token-2') });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['token-1', 'token-2']);
  });

  it('given a refusal at first, then it is final and the next attempt has another key', async () => {
    answers = [refused(409, 'insufficient_balance'), ok(moved)];
    await expect(call(changeWallet, transfer)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(deps.pending.list()).toEqual([]);
    await call(changeWallet, transfer);
    expect(seen[0]?.headers['idempotency-key']).not.toBe(seen[1]?.headers['idempotency-key']);
  });

  it('given no response for a minute, then it gives up, and the same call later has the same key', async () => {
    await expect(call(changeWallet, transfer)).rejects.toBeInstanceOf(NoResponse);
    expect(seen).toHaveLength(61);
    answers = [ok(moved)];
    await call(changeWallet, transfer);
    expect(seen[61]?.headers['idempotency-key']).toBe(seen[0]?.headers['idempotency-key']);
  });

  it('given the same payload after the first can no longer be in flight, then it is another call', async () => {
    await expect(call(changeWallet, transfer)).rejects.toBeInstanceOf(NoResponse);
    answers = [ok(moved), ok(moved)];
    await call(changeWallet, transfer, { openForMs: 60_000 });
    const keys = [seen[0], seen[61]].map((it) => it?.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('given the key of an unanswered call, when it is retried, then it has that key, whatever is stored', async () => {
    const unanswered = await call(changeWallet, transfer).catch((error: unknown) => error);
    const key = unanswered instanceof NoResponse ? unanswered.key : undefined;
    deps.pending.forget(key ?? '');
    answers = [hangUp, ok(moved)];
    await call(changeWallet, transfer, { key, openForMs: 0 });
    expect(seen.map((it) => it.headers['idempotency-key'])).toEqual(Array(63).fill(key));
    expect(deps.pending.list()).toEqual([]);
  });

  it('given another payload or mode while one is pending, then each has its own key', async () => {
    await expect(call(changeWallet, transfer)).rejects.toBeInstanceOf(NoResponse);
    answers = [ok(moved), ok(moved)];
    await call(changeWallet, { ...transfer, currency: 'BTC' });
    deps = { ...deps, scope: () => '1:demo' };
    await call(changeWallet, transfer);
    const keys = [seen[0], seen[61], seen[62]].map((it) => it?.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
  });

  it('given the session ends while the result is pending, then the key stays for the next login', async () => {
    answers = [hangUp, refused(401, 'session_invalid', { type: 999 })];
    await expect(call(changeWallet, transfer)).rejects.toMatchObject({ code: 'session_invalid' });
    expect(deps.pending.list()).toHaveLength(1);
  });
});

describe('a call with step-up', () => {
  it('given no response, when it is sent with another proof, then it has the same key, and no proof was stored', async () => {
    const proven = (password: string, code: string) => call(provenTransfer, { ...transfer, password, code });
    answers = [json(504, { type: 'error', code: 0, message: '', error: 'result_unknown', trace: 't' })];
    deps = { ...deps, wait: () => Promise.reject(new Error('the page was closed')) };
    await expect(proven('274913', '111111')).rejects.toThrow('the page was closed');
    const kept = JSON.stringify(deps.pending.list());
    expect(kept).toContain('2.5');
    for (const secret of ['274913', '111111']) expect(kept).not.toContain(secret);
    answers = [ok(moved)];
    await proven('274913', '222222');
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([
      seen[0]?.headers['idempotency-key'],
      seen[0]?.headers['idempotency-key'],
    ]);
    expect(seen[1]?.form.get('code')).toBe('222222');
  });
});
