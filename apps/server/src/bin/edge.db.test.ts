import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { io as connectSocket, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestBus } from '../../test/bus-testbed.ts';
import { lastingSessions, plainCaller } from '../../test/plain-caller.ts';
import { silent } from '../../test/testbed.ts';
import { createEdge, type EdgeOptions } from '../edge/edge.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { answerHealth, listen } from '../platform/process/process.ts';

const folder = mkdtempSync(join(inject('runFolder'), 'edge-'));
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const closers: (() => unknown)[] = [];
const PACKED = 'export const packed = true;'.repeat(20);

const upstream = async (listener: RequestListener) => {
  const server = await listen(listener, { port: 0 });
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return server;
};

const openEdge = async (apis: string[], gateways: string[] = apis, more: Partial<EdgeOptions> = {}) => {
  const { app: edge } = await createEdge({ webFolder: folder, apis, gateways, log: silent, ...more });
  await edge.listen({ port: 0, host: '127.0.0.1' });
  closers.unshift(() => edge.close());
  return urlOf(edge.server as Server);
};

/** Starts an upstream that responds with its name and what it received. */
const echo = (name: string) =>
  upstream((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => response.end(JSON.stringify({ name, url: request.url, headers: request.headers, body })));
  });

const deadUrl = async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = urlOf(server);
  await new Promise((done) => server.close(done));
  return url;
};

beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Tidemark</title>');
  writeFileSync(join(folder, 'assets/app-BcD3fG7h.js'), 'export {}');
  writeFileSync(join(folder, 'manifest.json'), '{}');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  for (const name of ['sw.js', 'assets/packed-BcD3fG7h.js']) {
    writeFileSync(join(folder, name), PACKED);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(PACKED));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(PACKED));
  }
});

afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true });
});

describe('the app at the edge', () => {
  it('is served at the root and any screen path, never cached itself; hashed files are cached for a year', async () => {
    const url = await openEdge([await deadUrl()]);
    for (const path of ['/', '/h5', '/h5/', '/h5/pages/trade/BTC_USDT', '/h5/index.html']) {
      const response = await fetch(url + path);
      expect(await response.text(), path).toContain('<title>Tidemark');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
    const asset = await fetch(`${url}/h5/assets/app-BcD3fG7h.js`);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toContain('javascript');
    expect((await fetch(`${url}/h5/manifest.json`)).headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(`${url}/h5/assets/gone-00000000.js`)).status).toBe(404);
    expect((await fetch(`${url}/h5/..%2f..%2fetc/passwd.txt`)).status).toBeGreaterThanOrEqual(400);
  });

  it('runs nothing but its own files', async () => {
    const url = await openEdge([await deadUrl()], undefined, { publicUrl: 'https://trade.example.com' });
    const { headers } = await fetch(`${url}/h5/`, { headers: { host: 'evil.example' } });
    const policy = headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        `script-src 'self'`,
        `style-src 'self'`,
        `object-src 'none'`,
        `base-uri 'none'`,
        `worker-src 'self'`,
        `manifest-src 'self'`,
        `frame-ancestors 'none'`,
        `require-trusted-types-for 'script'`,
        `trusted-types service-worker`,
        `connect-src 'self' wss://trade.example.com`,
      ]),
    );
    expect(policy.join()).not.toContain('unsafe');
    expect(policy.join()).not.toContain('evil');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['deflate', null],
    ['identity', null],
  ])(
    'given a client that accepts %s, when it requests a file, then it gets %s and the matching Vary header',
    async (accepted, sent) => {
      const url = await openEdge([await deadUrl()]);
      const get = (path: string) => fetch(`${url}/h5/${path}`, { headers: { 'accept-encoding': accepted } });
      const asset = await get('assets/packed-BcD3fG7h.js');
      expect(asset.headers.get('content-encoding')).toBe(sent);
      expect(asset.headers.get('vary')).toBe('accept-encoding');
      expect(asset.headers.get('content-type')).toContain('javascript');
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await asset.text()).toBe(PACKED);
      const worker = await get('sw.js');
      expect(worker.headers.get('content-encoding')).toBe(sent);
      expect(worker.headers.get('cache-control')).toBe('no-cache');
      const manifest = await get('manifest.webmanifest'); // Has no compressed copy: all clients get the plain file.
      expect([manifest.status, manifest.headers.get('content-encoding')]).toEqual([200, null]);
      expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
      expect(manifest.headers.get('cache-control')).toBe('no-cache');
    },
  );
});

describe('the API behind the edge', () => {
  it('given two, when requests arrive, then both serve, and only the edge states the client’s address', async () => {
    const url = await openEdge([urlOf(await echo('one')), urlOf(await echo('two'))]);
    const names = new Set<string>();
    for (let n = 0; n < 4; n++) {
      const headers = { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6', authorization: 'token' };
      const response = await fetch(`${url}/api/wallet?a=1&a=2`, { method: 'POST', body: 'amount=1', headers });
      const seen = (await response.json()) as {
        name: string;
        url: string;
        body: string;
        headers: Record<string, string>;
      };
      expect(seen).toMatchObject({ url: '/api/wallet?a=1&a=2', body: 'amount=1' });
      expect(seen.headers).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        authorization: 'token',
        host: new URL(url).host,
      });
      expect(seen.headers['x-real-ip']).toBeUndefined();
      names.add(seen.name);
    }
    expect([...names].sort()).toEqual(['one', 'two']);
  });

  it('given none that listens, when a command arrives, then it is certainly not done: 503', async () => {
    const url = await openEdge([await deadUrl()]);
    const response = await fetch(`${url}/api/order`, { method: 'POST', body: 'a=1' });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      type: 'error',
      code: 0,
      error: 'engine_unavailable',
      trace: expect.any(String),
    });
  });

  it('given one that breaks after receiving a command, then the outcome is unknown and the command is sent once', async () => {
    let requests = 0;
    const breaking = await upstream((request) => {
      requests++;
      request.socket.destroy();
    });
    const url = await openEdge([urlOf(breaking), urlOf(breaking)]);
    const response = await fetch(`${url}/api/order`, { method: 'POST', body: 'a=1' });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ code: 0, error: 'result_unknown' });
    expect(requests).toBe(1);
  });

  it('given one of two dead, when reads arrive, then all are served; of commands at most the first is refused', async () => {
    const url = await openEdge([await deadUrl(), urlOf(await echo('alive'))]);
    for (let n = 0; n < 4; n++) expect((await fetch(`${url}/api/x`)).status).toBe(200);
    for (let n = 0; n < 4; n++) expect((await fetch(`${url}/api/x`, { method: 'POST', body: 'a=1' })).status).toBe(200);
  });

  it('given a read with a chunked body that hides a second request, when forwarded, then it is one request', async () => {
    const seen: string[] = [];
    const api = await upstream((request, response) => {
      seen.push(request.url!);
      request.resume().on('end', () => response.end('{}'));
    });
    const client = connect(Number(new URL(await openEdge([urlOf(api)])).port), '127.0.0.1');
    const hidden = 'GET /api/hidden HTTP/1.1\r\nhost: x\r\n\r\n';
    client.write(`GET /api/seen HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`);
    client.write(`${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`);
    await new Promise((done) => client.resume().once('close', done));
    expect(seen).toEqual(['/api/seen']);
  });
});

describe('sockets behind the edge', () => {
  let bus: Bus;
  const gateways: { gateway: Gateway; url: string }[] = [];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    bus = await openTestBus();
    for (let n = 0; n < 2; n++) {
      const server = await listen(answerHealth([]), { port: 0 });
      const caller = plainCaller({ userId: 1n, sessionId: 1n, mode: 'real' });
      const findCaller = () => Promise.resolve({ caller });
      gateways.push({
        gateway: createGateway({ server, findCaller, ...lastingSessions(caller), bus, log: silent, origins: [] }),
        url: urlOf(server),
      });
    }
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await Promise.all(gateways.map(({ gateway }) => gateway.close()));
    await bus.close();
  });

  const open = async (url: string, transports: string[]) => {
    const extraHeaders = { origin: url };
    const options = { transports, extraHeaders, auth: { token: 't' }, forceNew: true, reconnectionDelay: 20 };
    const socket = connectSocket(url, options);
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    return socket;
  };

  it.each([[['polling']], [['websocket']], [['polling', 'websocket']]])(
    'given two gateways and %s, when it connects, then it stays with one and receives its frames',
    async (transports) => {
      const url = await openEdge(
        [await deadUrl()],
        gateways.map((each) => each.url),
      );
      for (let n = 0; n < 3; n++) {
        const socket = await open(url, transports);
        const frame = new Promise((resolve) => socket.once('frame', resolve));
        expect(await socket.timeout(2_000).emitWithAck('time')).toHaveProperty('now');
        bus.publishSigned('push.1.real', { channel: 'c', prev: '0', seq: '1', data: {} });
        expect(await frame).toMatchObject({ seq: '1' });
        await expect.poll(() => socket.io.engine.transport.name).toBe(transports.at(-1));
        socket.disconnect();
      }
    },
  );

  it.each([[['polling']], [['websocket']]])(
    'given one of two gateways dead and %s, when a socket opens, then the other serves it',
    async (transports) => {
      const dead = await Promise.all([deadUrl(), deadUrl(), deadUrl()]);
      const url = await openEdge([await deadUrl()], [...dead, gateways[0]!.url]);
      const socket = await open(url, transports);
      expect(await socket.timeout(2_000).emitWithAck('time')).toHaveProperty('now');
    },
  );

  it('given its gateway closes, when the app reconnects, then it reaches the other one', async () => {
    const url = await openEdge(
      [await deadUrl()],
      gateways.map((each) => each.url),
    );
    const socket = await open(url, ['websocket']);
    const again = new Promise<void>((resolve) => socket.once('disconnect', () => socket.once('connect', resolve)));
    await gateways.find(({ gateway }) => gateway.socketCount() > 0)?.gateway.close();
    await again;
    expect(await socket.timeout(2_000).emitWithAck('time')).toHaveProperty('now');
  });
});

describe('malformed input', () => {
  /** Sends raw bytes, and returns what arrived until the connection ended or a second passed. */
  const sendRaw = (url: string, text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      let response = '';
      const end = () => {
        socket.destroy();
        resolve(response);
      };
      setTimeout(end, 1_000).unref();
      socket.on('data', (part) => (response += part.toString('latin1')));
      socket.on('error', end);
      socket.on('close', end);
      socket.write(text);
    });

  const TARGETS = ['//', '//:99999/', 'http://[', 'http://a:99999/', '//socket.io/', '/%', '*', '\\'];

  it('given a target that is not an address, when sent as an upgrade or plainly, then the edge keeps running', async () => {
    const url = await openEdge([urlOf(await echo('one'))]);
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    for (const target of TARGETS)
      for (const more of [upgrade, '']) {
        const response = await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
        expect(response.slice(9, 12), `${target} ${more}`).not.toMatch(/^5/);
      }
    expect((await fetch(`${url}/h5/`)).status).toBe(200);
  });

  it('given an unknown path or an unreadable address, then it is refused in the API’s envelope', async () => {
    const url = await openEdge([urlOf(await echo('one'))]);
    for (const path of ['/nowhere', '/h5/%zz']) {
      const response = await fetch(`${url}${path}`);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, 'not_found']);
    }
  });

  it('given a client that never ends its headers or its body, then its connection is closed in time', async () => {
    const { app: edge } = await createEdge({
      webFolder: folder,
      apis: [await deadUrl()],
      gateways: [await deadUrl()],
      log: silent,
    });
    const { headersTimeout, requestTimeout, maxConnections } = edge.server as Server;
    expect({ headersTimeout, requestTimeout, maxConnections }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      maxConnections: 10_000,
    });
    await edge.close();
  });
});

describe('its health', () => {
  it('given one healthy api and one healthy gateway, then it is ready; given none, then only its operator learns which', async () => {
    const well = await upstream(answerHealth([]));
    const unwell = await upstream(answerHealth([() => Promise.resolve(['broken'])]));
    const open = async (apis: string[], gateways: string[]) => {
      const { app, check } = await createEdge({ webFolder: folder, apis, gateways, log: silent });
      closers.unshift(() => app.close());
      const probe = async (path: string) => {
        const { statusCode, body } = await app.inject(path);
        return `${statusCode} ${body}`;
      };
      return { probe, check };
    };
    const ready = await open([await deadUrl(), urlOf(well)], [urlOf(well)]);
    expect(await ready.probe('/health')).toBe('200 {"status":"ok"}');
    const alone = await open([urlOf(unwell)], [await deadUrl()]);
    expect(await alone.probe('/health/live')).toBe('200 {"status":"ok"}');
    expect(await alone.probe('/health/ready')).toBe('503 {"status":"degraded"}');
    expect(await alone.check()).toEqual(['api: none of 1 is well', 'gateway: none of 1 is well']);
    expect(await alone.probe('/metrics')).toMatch(/^404 /);
  });
});

describe('an API response', () => {
  const large = JSON.stringify({ list: Array.from({ length: 500 }, (_, n) => ({ n, name: `market ${n}` })) });
  const serve = (text: string, headers = {}) =>
    upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length, ...headers });
      response.end(text);
    });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('given a client that accepts %s, when the response is large, then it is sent as %s', async (accepted, sent) => {
    const url = await openEdge([urlOf(await serve(large))]);
    const response = await fetch(`${url}/api/list`, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(sent);
    expect(await response.text()).toBe(large);
  });

  it('given a small or already compressed response, then it is sent unchanged', async () => {
    const small = await openEdge([urlOf(await serve('{}'))]);
    expect((await fetch(`${small}/api/a`)).headers.get('content-encoding')).toBeNull();
    const packed = gzipSync(large);
    const api = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(packed);
    });
    const response = await fetch(`${await openEdge([urlOf(api)])}/api/a`, {
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['gzip', large]);
  });
});

describe('the client’s address', () => {
  const seenBy = async (trustedProxies: readonly string[], forwarded: string) => {
    const url = await openEdge([urlOf(await echo('one'))], undefined, { trustedProxies });
    const response = await fetch(`${url}/api/x`, { headers: { 'x-forwarded-for': forwarded } });
    return ((await response.json()) as { headers: Record<string, string> }).headers['x-forwarded-for'];
  };

  it('given a trusted proxy, then its last entry counts; given none, then nothing the client sends counts', async () => {
    expect(await seenBy(['127.0.0.1'], '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(await seenBy([], '1.1.1.1, 203.0.113.9')).toBe('127.0.0.1');
  });
});
