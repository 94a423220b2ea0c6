import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { refusalText } from '@app/i18n/server';
import { route } from '@app/protocol';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type MediaTestbed, openMediaTestbed } from '../../test/media-testbed.ts';
import { multipart } from '../../test/multipart.ts';
import { atTheEnd, silent } from '../../test/testbed.ts';
import { createEdge } from '../edge/edge.ts';
import { serve } from '../platform/http/serve.ts';

let testbed: MediaTestbed;
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#26c' } })
  .png()
  .toBuffer();
const plain = route({
  method: 'POST',
  path: '/plain',
  access: 'visitor',
  description: 'A test.',
  refusals: [],
  request: z.object({}),
  response: z.object({}),
});

beforeAll(async () => {
  testbed = await openMediaTestbed();
  serve(testbed.http, plain, () => Promise.resolve({}));
});

const file = (bytes: Buffer = picture, field = 'file') => ({ field, bytes, filename: 'x.png', type: 'image/png' });
const field = (name: string, text: string) => ({ field: name, bytes: Buffer.from(text) });
const get = (url: string, headers = {}) => testbed.http.app.inject({ url, headers });

describe('an upload', () => {
  it('given one picture, when it is sent, then the response has its address, and it is publicly readable there', async () => {
    const answer = (await testbed.upload([field('app_id', '1'), file(), field('lang', 'en')])).json();
    expect(answer).toEqual({ type: 'ok', code: 1, message: answer.data.url, data: { url: expect.any(String) } });
    expect(answer.message).toMatch(/^\/api\/media\/[\w-]{22}$/);
    expect((await get(answer.message)).statusCode).toBe(200);
  });

  it.each(['identity', 'voucher', 'chat', 'appeal'])(
    'given a picture for %s, when it is sent, then it is sealed, and its address needs its owner’s session',
    async (purpose) => {
      const owner = testbed.nextId();
      const { message } = (await testbed.upload([field('purpose', purpose), file()], owner)).json();
      expect(message).toMatch(/^\/api\/plus\/media\?id=[\w-]{22}$/);
      const sealed = await get(message, { authorization: String(owner) });
      expect([sealed.statusCode, sealed.headers['content-type']]).toEqual([200, 'image/webp']);
      expect((await get(message)).statusCode).toBe(401);
      expect((await get(`/api/media/${message.slice(-22)}`)).statusCode).toBe(404);
      expect((await testbed.listFiles('public')).some((path) => path.endsWith(message.slice(-22)))).toBe(false);
    },
  );

  it.each([
    ['an unknown purpose', [field('purpose', 'selfie')], 'parameter_error'],
    ['an empty one', [field('purpose', '')], 'parameter_error'],
    ['one in other letters', [field('purpose', 'Avatar')], 'parameter_error'],
    ['one of a prototype', [field('purpose', 'constructor')], 'parameter_error'],
    ['one longer than a field', [field('purpose', 'avatar'.repeat(300))], 'parameter_error'],
    ['an unknown one before a known one', [field('purpose', 'x'), field('purpose', 'avatar')], 'parameter_error'],
    ['one that is not open yet', [field('purpose', 'nft')], 'feature_coming_soon'],
    ['a purpose that is a file', [{ ...file(undefined, 'purpose') }], 'upload_failed'],
  ])('given %s, when it is sent, then it is refused and nothing is stored', async (_what, parts, error) => {
    const before = (await testbed.listFiles()).length;
    for (const ordered of [
      [...parts, file()],
      [file(), ...parts],
    ])
      expect((await testbed.upload(ordered)).json().error).toBe(error);
    expect((await testbed.listFiles()).length).toBe(before);
  });

  it('given several purposes, when it is sent, then the first of the form decides, and one in the address counts', async () => {
    const sealed = /^\/api\/plus\/media\?id=/;
    const { payload, headers } = multipart([file()]);
    const sent = { method: 'POST', headers: { ...headers, authorization: '1' }, payload } as const;
    const inAddress = await testbed.http.app.inject({ ...sent, url: '/api/upload?purpose=identity' });
    expect(inAddress.json().message).toMatch(sealed);
    const twice = [field('purpose', 'identity'), file(), field('purpose', 'avatar')];
    expect((await testbed.upload(twice)).json().message).toMatch(sealed);
  });

  it.each([
    ['no part', []],
    ['the wrong field', [file(undefined, 'image')]],
    ['a field instead of a file', [field('file', 'x')]],
    ['two files', [file(), file()]],
    ['a file and another in a wrong field', [file(undefined, 'image'), file()]],
    ['too many fields', [...Array.from({ length: 20 }, (_, n) => field(`f${n}`, 'x')), file()]],
    ['a field of a prototype', [field('__proto__', 'x'), file()]],
  ])('given %s, when it is sent, then it is refused and nothing is stored', async (_what, parts) => {
    const before = (await testbed.listFiles()).length;
    const answer = await testbed.upload(parts);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'upload_failed']);
    expect((await testbed.listFiles()).length).toBe(before);
  });

  it('given no form at all, or a broken one, when it is sent, then it is refused', async () => {
    const { payload, headers } = multipart([file()]);
    const send = (body: Buffer | object, more: Record<string, string>) =>
      testbed.http.app.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { authorization: '1', ...more },
        payload: body,
      });
    expect((await send({ file: 'x' }, {})).json().error).toBe('upload_failed');
    expect((await send(payload, { 'content-type': 'multipart/form-data' })).json().error).toBe('upload_failed');
    expect((await send(payload.subarray(0, 200), headers)).json().error).toBe('upload_failed');
    expect((await send(picture, { 'content-type': 'image/png' })).json().error).toBe('parameter_error');
  });

  it('given no session, when it is sent, then the caller must log in', async () => {
    const { payload, headers } = multipart([file()]);
    const answer = await testbed.http.app.inject({ method: 'POST', url: '/api/upload', headers, payload });
    expect(answer.json()).toMatchObject({ type: 999, error: 'login_required' });
  });

  it.each([
    ['zh-cn', 'zh'],
    ['zh-tw', 'hk'],
    ['ZH-TW,en;q=0.5', 'hk'],
    ['en', 'en'],
    ['xx', 'en'],
  ])('given the header %s, when it is refused, then the text is in %s', async (header, language) => {
    const answer = await testbed.upload([], 1n, { 'accept-language': header });
    expect(answer.json().message).toBe(refusalText(language, 'upload_failed'));
  });

  it('given another route, when a form with a file is sent there, then it is refused as a bad parameter', async () => {
    const { payload, headers } = multipart([file()]);
    const answer = await testbed.http.app.inject({ method: 'POST', url: '/api/plain', headers, payload });
    expect(answer.json().error).toBe('parameter_error');
  });
});

describe('a picture at its address', () => {
  it('has headers that allow it to be displayed here and nothing else', async () => {
    const { message } = (await testbed.upload([file()])).json();
    const { headers, rawPayload } = await get(message);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      'content-disposition': `inline; filename="${message.slice(-22)}.webp"`,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const again = await get(message, { 'if-none-match': headers.etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await get(message, { 'if-none-match': '"other"' })).rawPayload).toEqual(rawPayload);
  });

  it('given an unknown, removed, sealed or invalid id, when it is requested, then it is not found and not cached', async () => {
    const owner = testbed.nextId();
    const removed = await testbed.media.store({ ownerId: owner, bytes: picture, purpose: 'avatar' });
    const sealed = await testbed.media.store({ ownerId: owner, bytes: picture, purpose: 'chat' });
    await testbed.transact((tx) => testbed.media.remove(tx, owner, removed.id));
    const requested = [
      removed.id,
      sealed.id,
      'A'.repeat(22),
      'x',
      `..%2f${sealed.id}`,
      '%00'.repeat(22),
      '%2e%2e',
      "'--",
    ];
    for (const id of requested) {
      const { statusCode, headers, body } = await get(`/api/media/${id}`);
      expect([id, statusCode, JSON.parse(body).error]).toEqual([id, 404, 'not_found']);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('given bytes lost or changed in the store, when it is requested, then they are not returned', async () => {
    const { id } = await testbed.media.store({ ownerId: testbed.nextId(), bytes: picture, purpose: 'avatar' });
    const path = (await testbed.listFiles('public')).find((name) => name.endsWith(id)) ?? '';
    await writeFile(path, '<script>alert(1)</script>');
    expect((await get(`/api/media/${id}`)).json().error).toBe('internal');
    await truncate(path, 0);
    expect((await get(`/api/media/${id}`)).json().error).toBe('internal');
  });
});

describe('an upload over a network, through the edge', () => {
  let url: string;
  beforeAll(async () => {
    const api = await testbed.http.app.listen({ port: 0, host: '127.0.0.1' });
    await mkdir(testbed.mediaFolder, { recursive: true });
    const { app: edge } = await createEdge({
      webFolder: testbed.mediaFolder,
      apis: [api],
      gateways: [api],
      log: silent,
    });
    url = `${await edge.listen({ port: 0, host: '127.0.0.1' })}/api/upload`;
    atTheEnd(async () => {
      await edge.close();
      await testbed.http.app.close();
    });
  });
  const MIB = 1024 * 1024;
  /** Creates a picture that is large only in bytes: noise would take seconds to encode. */
  const uncompressed = async (side: number) =>
    await sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const headers = { authorization: '77' };
  async function post(bytes: Buffer, isChunked = false) {
    const form = multipart([file(bytes)]);
    const body = isChunked ? new Blob([form.payload]).stream() : form.payload;
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...form.headers },
      body,
      duplex: 'half',
    } as RequestInit);
    return [response.status, ((await response.json()) as { error?: string }).error];
  }

  it('given a sealed picture, when it is requested through the edge, then nothing on the way may store it', async () => {
    const form = multipart([field('purpose', 'identity'), file()]);
    const sent = await fetch(url, { method: 'POST', headers: { ...headers, ...form.headers }, body: form.payload });
    const { message } = (await sent.json()) as { message: string };
    const answer = await fetch(new URL(message, url), { headers: { ...headers, 'accept-encoding': 'br, gzip' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${message.slice(-22)}.webp"`,
      'content-security-policy': `default-src 'none'; sandbox`,
    });
    expect(['etag', 'last-modified', 'accept-ranges'].filter((name) => answer.headers.has(name))).toEqual([]);
    expect(answer.status).toBe(200);
  });

  it('given a body that was refused before it was sent, when the rest arrives, then the connection serves the next request', async () => {
    const { hostname, port } = new URL(url);
    const client = connect(Number(port), hostname);
    let received = '';
    client.on('data', (data) => {
      received += String(data);
    });
    const length = 9 * MIB;
    client.write(
      `POST /api/upload HTTP/1.1\r\nhost: x\r\nauthorization: 77\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\nx`,
    );
    await expect.poll(() => received).toContain('body_too_large');
    received = '';
    client.write(Buffer.alloc(length - 1, 'x'));
    client.write('GET /api/media/x HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => received).toContain('not_found');
    client.destroy();
  });

  it('given several megabytes, when they are sent with or without a length, then they arrive', async () => {
    const large = await uncompressed(1_300);
    expect(large.length).toBeGreaterThan(4 * MIB);
    expect(await post(large)).toEqual([200, undefined]);
    expect(await post(large, true)).toEqual([200, undefined]);
  });

  it('given more than eight megabytes, when sent with or without a length, then the refusal is returned', async () => {
    const tooLarge = Buffer.concat([picture, Buffer.alloc(9 * MIB, 'x')]);
    expect(await post(tooLarge)).toEqual([413, 'body_too_large']);
    expect(await post(tooLarge, true)).toEqual([413, 'body_too_large']);
    expect(await post(Buffer.concat([picture, Buffer.alloc(8 * MIB - picture.length, 'x')]))).toEqual([200, undefined]);
    expect(await post(Buffer.concat([picture, Buffer.alloc(8 * MIB - picture.length + 1, 'x')]))).toEqual([
      413,
      'body_too_large',
    ]);
  });
});
