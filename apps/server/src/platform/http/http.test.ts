import { route } from '@app/protocol';
import { positiveAmount } from '@app/protocol/fields';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newKey } from '../../../test/new-key.ts';
import { plainCaller } from '../../../test/plain-caller.ts';
import { ResultUnknown } from '../db/transact.ts';
import { openLog } from '../process/log.ts';
import { refuseWith } from './accept.ts';
import type { Found, Http } from './caller.ts';
import { noteEffectBegun, noteEffectDone } from './effect-progress.ts';
import { createHttp, firstValues } from './http.ts';
import { answerProbes } from './metrics.ts';
import { canonical, serve } from './serve.ts';

let http: Http;
const lines: string[] = [];
const caller = plainCaller({ userId: 7n, sessionId: 1n, mode: 'real' });
const KNOWN: Record<string, Found> = { good: { caller }, old: { caller, nextToken: 'new' } };
const base = {
  access: 'user',
  description: 'A test.',
  response: z.object({ seen: z.string() }),
  refusals: [],
} as const;
const echo = route({ ...base, method: 'POST', path: '/echo', request: z.object({ number: positiveAmount }) });
const pay = route({ ...base, method: 'POST', path: '/pay', request: z.object({ how: z.string() }), effect: true });
const fail = route({ ...base, method: 'GET', path: '/fail', request: z.object({ how: z.string() }) });

beforeAll(() => {
  const findCaller = (token: string) => Promise.resolve(KNOWN[token]);
  const log = openLog('test', 'error', { write: (line) => void lines.push(line) });
  http = createHttp({ log, findCaller });
  answerProbes(http.app, (_request, response) => response.end('{}'));
  http.app.get('/api/part/:name', () => ({}));
  serve(http, echo, ({ number }, { userId }, { idempotencyKey }) =>
    Promise.resolve({ seen: `${userId} ${number} ${idempotencyKey.length}` }),
  );
  serve(http, pay, ({ how }) => failAfter(how));
  serve(http, fail, ({ how }) => {
    if (how === 'refusal') refuseWith('below_minimum', { minimum: '10' });
    if (how === 'unknown') throw new ResultUnknown(new Error('gone'));
    if (how === 'lost') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    throw new Error('secret detail');
  });
});

/** Behaves like an executor of effects, then fails. */
async function failAfter(how: string): Promise<{ seen: string }> {
  const [stage, what] = how.split(' ');
  if (stage !== 'before') noteEffectBegun();
  await Promise.resolve();
  if (stage === 'done') noteEffectDone();
  if (what === 'refusal') refuseWith('insufficient_balance');
  if (what === 'lost') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  if (what === 'unreadable') return { seen: 7 } as never;
  throw new Error('a defect');
}

const paying = async (how: string, headers: Record<string, string> = { 'idempotency-key': newKey() }) => {
  const response = await http.app.inject({
    method: 'POST',
    url: '/api/pay',
    headers: { authorization: 'good', ...headers },
    payload: { how },
  });
  return response.json().error;
};

const form = (body: string, headers: Record<string, string> = { authorization: 'good' }) =>
  http.app.inject({
    method: 'POST',
    url: '/api/echo',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  });
const failing = async (how: string, lang = 'en') =>
  (await http.app.inject({ url: `/api/fail?how=${how}&lang=${lang}`, headers: { authorization: 'good' } })).json();

describe('the response envelope', () => {
  it('given a form or JSON, a raw token or Bearer, when valid, then the answer is the same', async () => {
    const expected = { type: 'ok', code: 1, message: 'ok', data: { seen: '7 1500000000000000000 0' } };
    expect((await form('number=1.5')).json()).toEqual(expected);
    expect((await form('number=1.5', { authorization: 'Bearer good' })).json()).toEqual(expected);
    const json = await http.app.inject({
      method: 'POST',
      url: '/api/echo',
      headers: { authorization: 'good' },
      payload: { number: '1.5' },
    });
    expect(json.json()).toEqual(expected);
  });

  it('given no token or a wrong one, when it is sent, then it is 999, also with a cookie', async () => {
    expect((await form('number=1', {})).json()).toMatchObject({ type: 999, error: 'login_required' });
    expect((await form('number=1', { authorization: 'bad' })).json()).toMatchObject({
      type: 999,
      error: 'session_invalid',
    });
    expect((await form('number=1', { cookie: 'token=good' })).json()).toMatchObject({ type: 999 });
  });

  it('given a token due for replacement, when it is sent, then the answer carries the next one, even a refusal', async () => {
    const nextToken = async (body: string, authorization: string) =>
      (await form(body, { authorization })).headers['x-next-token'];
    expect(await nextToken('number=1', 'old')).toBe('new');
    expect(await nextToken('number=-1', 'old')).toBe('new');
    expect(await nextToken('number=1', 'good')).toBeUndefined();
  });

  it('given an invalid field, when it is sent, then the answer names the field and not its value', async () => {
    for (const body of ['number=1e9', 'number=', 'number[]=1', '', 'number=-1']) {
      const response = await form(body);
      expect([response.statusCode, response.json().error, response.json().fields]).toEqual([
        400,
        'parameter_error',
        ['number'],
      ]);
    }
  });

  it('given a repeated key, when it is read, then the first value counts, and prototypes are unaffected', async () => {
    expect((await form('number=1&number=2')).json().data.seen).toMatch(/^7 1000000000000000000 /);
    expect(firstValues('__proto__=x&a=1')).toEqual(Object.assign(Object.create(null), { ['__proto__']: 'x', a: '1' }));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('given a refusal, then the answer has its code, its parameters, the user’s language and a trace', async () => {
    expect(await failing('refusal', 'tur')).toMatchObject({
      type: 'error',
      code: 0,
      error: 'below_minimum',
      params: { minimum: '10' },
      message: 'En az 10 olmalı.',
      trace: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('given an unknown result it is 504, given no database it is 503, given a bug nothing leaks', async () => {
    expect((await failing('unknown')).error).toBe('result_unknown');
    expect((await failing('lost')).error).toBe('engine_unavailable');
    const defect = await failing('defect');
    expect(defect.error).toBe('internal');
    expect(JSON.stringify(defect)).not.toContain('secret');
  });

  it.each([
    ['before defect', 'internal'],
    ['before lost', 'engine_unavailable'],
    ['before refusal', 'insufficient_balance'],
    ['begun defect', 'result_unknown'],
    ['begun lost', 'result_unknown'],
    ['begun refusal', 'insufficient_balance'],
    ['done defect', 'result_unknown'],
    ['done lost', 'result_unknown'],
    ['done refusal', 'result_unknown'],
    ['done unreadable', 'result_unknown'],
  ])('given an effect and then %s, the answer is %s: "nothing was changed" is never a guess', async (how, error) => {
    expect(await paying(how)).toBe(error);
  });

  it('given an effect without a key, or with an invalid key, then nothing runs', async () => {
    expect(await paying('done defect', {})).toBe('idempotency_key_malformed');
  });

  it('given an oversized request, an unknown path or a broken body, then it is refused in the same envelope', async () => {
    const large = await form(`number=${'1'.repeat(70_000)}`);
    expect([large.statusCode, large.json().error]).toEqual([413, 'body_too_large']);
    const lost = await http.app.inject({ url: '/api/nowhere' });
    expect([lost.statusCode, lost.json().error]).toEqual([404, 'not_found']);
    const headers = { authorization: 'good', 'content-type': 'application/json' };
    const broken = await http.app.inject({ method: 'POST', url: '/api/echo', headers, payload: '{' });
    expect([broken.statusCode, broken.json().error]).toEqual([400, 'parameter_error']);
    const proto = await http.app.inject({
      method: 'POST',
      url: '/api/echo',
      headers,
      payload: '{"__proto__":{"a":1},"number":"1"}',
    });
    expect(proto.statusCode).toBe(400);
  });

  it.each([
    ['an answer', '/api/echo', 'good', 200],
    ['a refusal', '/api/echo', 'bad', 401],
    ['an unknown path', '/api/nowhere', 'good', 404],
    ['a probe', '/health', '', 200],
    ['an address that cannot be decoded', '/api/%zz', 'good', 400],
    ['a parameter that is too long', `/api/part/${'x'.repeat(101)}`, 'good', 400],
  ])('sends strict headers with %s', async (_name, url, authorization, statusCode) => {
    const method = url === '/api/echo' ? 'POST' : 'GET';
    const response = await http.app.inject({
      method,
      url,
      headers: { authorization },
      ...(method === 'POST' && { payload: { number: '1' } }),
    });
    expect(response.statusCode).toBe(statusCode);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
      'x-trace': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it.each([
    ['an address that cannot be decoded', '/api/%zz'],
    ['a parameter that is too long', `/api/part/${'x'.repeat(101)}`],
  ])('given %s, then it is refused in the same envelope, which does not repeat it', async (_name, url) => {
    const response = await http.app.inject({ url });
    expect(response.json()).toEqual({
      type: 'error',
      code: 0,
      message: expect.any(String),
      error: 'parameter_error',
      trace: response.headers['x-trace'],
    });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('given a defect, then its log line has the trace that the answer names', async () => {
    lines.length = 0;
    const { trace } = await failing('defect');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'http.request_failed', trace, err: { message: 'secret detail' } },
    ]);
  });
});

/** The same by JSON alone, which is what earlier records were compared with. */
const slowCanonical = (input: object): string =>
  JSON.stringify(
    Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)),
    (_name, value) => (typeof value === 'bigint' ? `${value}` : value),
  );

describe('the canonical form of fields', () => {
  it('is what it was when records were written, whatever the fields hold', () => {
    const values = fc.oneof(
      fc.bigInt(),
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.constant(undefined),
      fc.date(),
    );
    const nested = fc.array(fc.record({ id: fc.bigInt(), name: fc.string() }), { maxLength: 2 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(values, nested)), (fields) => {
        expect(canonical(fields)).toBe(slowCanonical(fields));
      }),
    );
  });

  it('does not depend on the order of the fields', () => {
    expect(canonical({ b: 1n, a: 'x' })).toBe('[["a","x"],["b","1"]]');
  });
});
