import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { recordSpans, SAMPLED } from '../../test/recorded-spans.ts';
import { silent } from '../../test/testbed.ts';
import { createRegistry } from '../platform/process/metrics.ts';
import type { Exchange } from './connection.ts';
import { createEdge } from './edge.ts';
import { closeUpstreams, connectTo, openUpstreams } from './upstreams.ts';

const folder = mkdtempSync(join(inject('runFolder'), 'forward-'));
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true });
});

type Received = { text: string; readonly socket: Socket };

/** Starts an upstream made of bytes: it gets what a connection has sent so far, whenever more arrives. */
async function openUpstream(onData: (received: Received, connection: number) => void) {
  const connections: Received[] = [];
  const server = createServer((socket) => {
    const received = { text: '', socket };
    const index = connections.push(received) - 1;
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      received.text += data.toString('latin1');
      onData(received, index);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => {
    for (const { socket } of connections) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections };
}

async function openEdge(url: string, registry = createRegistry('edge')): Promise<string> {
  const { app } = await createEdge({ webFolder: folder, apis: [url], gateways: [url], log: silent, registry });
  closers.unshift(() => app.close());
  return await app.listen({ port: 0, host: '127.0.0.1' });
}

const openClient = (url: string) => {
  const { hostname, port } = new URL(url);
  const client = { socket: connect(Number(port), hostname), text: '' };
  client.socket.on('error', () => client.socket.destroy());
  client.socket.on('data', (data) => {
    client.text += data.toString('latin1');
  });
  closers.unshift(() => client.socket.destroy());
  return client;
};

const OK = 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=72\r\ncontent-length: 2\r\n\r\nok';
/** A head that never ends. */
const BEGUN = 'HTTP/1.1 200 OK\r\nx: ';
const isWhole = ({ text }: Received) => text.endsWith('\r\n\r\n') || text.endsWith('a=1');
const post = async (url: string) => {
  const response = await fetch(`${url}/api/order`, { method: 'POST', body: 'a=1' });
  return [response.status, await response.text()] as const;
};
const requestsOf = ({ text }: Received) => text.split('POST /api/order').length - 1;

describe('a connection to an upstream', () => {
  it('given several requests, one after the other, then it carries all of them', async () => {
    const api = await openUpstream((received) => isWhole(received) && received.socket.write(OK));
    const url = await openEdge(api.url);
    for (let n = 0; n < 5; n++) expect(await post(url)).toEqual([200, 'ok']);
    expect(api.connections.map(requestsOf)).toEqual([5]);
  });

  it('given a response that closes it, or keeps it for a second only, then the next request has its own', async () => {
    for (const line of ['connection: close', 'keep-alive: timeout=1']) {
      const closing = OK.replace('keep-alive: timeout=72', line);
      const api = await openUpstream((received) => isWhole(received) && received.socket.write(closing));
      const url = await openEdge(api.url);
      for (let n = 0; n < 2; n++) expect(await post(url)).toEqual([200, 'ok']);
      expect(api.connections.map(requestsOf)).toEqual([1, 1]);
    }
  });

  it.each([
    ['is no HTTP', 'hello\r\n\r\n'],
    ['ends before its length', `${OK.slice(0, -1)}`],
    ['ends inside its head', OK.slice(0, 20)],
    ['is followed by another', OK + OK.replace('ok', 'no')],
    ['states two lengths', OK.replace('content-length', 'content-length: 2\r\ncontent-length')],
  ])(
    'given a response that %s, then the outcome is unknown, the command was sent once, and the next has its own answer',
    async (_what, bytes) => {
      const api = await openUpstream((received, connection) => {
        if (!isWhole(received)) return;
        if (connection === 0) received.socket.end(bytes, 'latin1');
        else received.socket.write(OK);
      });
      const url = await openEdge(api.url);
      const [status, text] = await post(url);
      expect([status, JSON.parse(text).error]).toEqual([504, 'result_unknown']);
      expect(await post(url)).toEqual([200, 'ok']);
      expect(api.connections.map(requestsOf)).toEqual([1, 1]);
    },
  );

  it('given bytes that nobody asked for, then no request gets them', async () => {
    const api = await openUpstream((received) => isWhole(received) && received.socket.write(OK));
    const url = await openEdge(api.url);
    expect(await post(url)).toEqual([200, 'ok']);
    api.connections[0]?.socket.write(OK.replace('ok', 'no'));
    await expect.poll(() => api.connections[0]?.socket.destroyed).toBe(true);
    expect(await post(url)).toEqual([200, 'ok']);
    expect(api.connections.map(requestsOf)).toEqual([1, 1]);
  });

  it('given an answer before the whole body was sent, then no other request uses it', async () => {
    const api = await openUpstream((received, connection) => {
      if (connection > 0 ? isWhole(received) : received.text.includes('first')) received.socket.write(OK);
    });
    const url = await openEdge(api.url);
    const client = openClient(url);
    client.socket.write(`POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\nfirst`);
    await expect.poll(() => client.text).toContain('ok');
    expect(await post(url)).toEqual([200, 'ok']);
    expect(api.connections.map(requestsOf)).toEqual([0, 1]);
  });

  /** Starts an upstream that answers a read with that many bytes, and a command briefly. */
  const openLarge = (bytes: number) =>
    openUpstream((received) => {
      const large = OK.replace('length: 2', `length: ${bytes}`).replace('ok', 'x'.repeat(bytes));
      if (isWhole(received)) received.socket.write(requestsOf(received) === 0 ? large : OK);
    });

  it('given a response in parts whose last one fills the client’s buffer, then it carries the next request', async () => {
    const bytes = 2 * 64 * 1024 - OK.replace('length: 2', 'length: 130000').indexOf('ok'); // Two whole reads, with its head.
    const api = await openLarge(bytes);
    const url = await openEdge(api.url);
    expect((await (await fetch(`${url}/api/list`)).text()).length).toBe(bytes);
    expect(await post(url)).toEqual([200, 'ok']);
    expect(api.connections.map(requestsOf)).toEqual([1]);
  });

  it('given a client that does not read, then the upstream waits, and the response arrives when it reads', async () => {
    const bytes = 32 * 1024 * 1024; // More than the system's own buffers take.
    const api = await openLarge(bytes);
    const client = openClient(await openEdge(api.url));
    client.socket.pause();
    client.socket.write('GET /api/list HTTP/1.1\r\nhost: x\r\n\r\n');
    let looks = 0; // It all fits into the edge's memory within a few.
    const countWaiting = () => {
      looks = (api.connections[0]?.socket.writableLength ?? 0) > 0 ? looks + 1 : 0;
      return looks;
    };
    await expect.poll(countWaiting).toBeGreaterThan(20);
    client.socket.resume();
    await expect.poll(() => client.text.length).toBeGreaterThan(bytes);
  });

  it('given a client that does not read a response of many small parts, then it is waited for once', async () => {
    const parts = 100_000;
    const chunked = OK.replace('content-length: 2', 'transfer-encoding: chunked').replace('ok', '');
    const api = await openUpstream((received) => {
      if (isWhole(received)) received.socket.write(`${chunked}${'a\r\n0123456789\r\n'.repeat(parts)}0\r\n\r\n`);
    });
    const warnings = collectWarnings();
    const client = openClient(await openEdge(api.url));
    client.socket.pause();
    client.socket.write('GET /api/list HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => api.connections.length).toBe(1);
    client.socket.resume();
    await expect.poll(() => client.text.endsWith('\r\n0\r\n\r\n')).toBe(true);
    expect(warnings).toEqual([]);
  });
});

describe('a connection that carries no request', () => {
  const use = async () => {
    const api = await openUpstream((received) => isWhole(received) && received.socket.write(OK));
    const upstreams = openUpstreams([api.url], 10_000);
    closers.unshift(() => closeUpstreams(upstreams));
    const upstream = upstreams.all[0]!;
    const connection = await connectTo(upstreams, upstream);
    const lastRequest = await new Promise<WeakRef<Exchange>>((resolve) => {
      const exchange: Exchange = {
        onHead: () => {},
        onBody: () => {},
        onBroken: () => {},
        onEnd: () => resolve(new WeakRef(exchange)),
      };
      connection?.send('GET /api/x HTTP/1.1\r\n\r\n', exchange, { isHead: false, isWhole: true });
    });
    await expect.poll(() => upstream.idle.length).toBe(1);
    return { api, upstream, lastRequest };
  };

  it('given the upstream closes it, then it is not kept', async () => {
    const { api, upstream } = await use();
    api.connections[0]?.socket.destroy();
    await expect.poll(() => upstream.idle).toEqual([]);
  });

  it('keeps nothing of the last request', async () => {
    const { upstream, lastRequest } = await use();
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const isGone = () => {
      collectGarbage();
      return lastRequest.deref() === undefined;
    };
    await expect.poll(isGone).toBe(true);
    expect(upstream.idle.length).toBe(1);
  });
});

/** Collects what Node warns about from now on, such as listeners that are never removed. */
function collectWarnings(): string[] {
  const warnings: string[] = [];
  const collect = ({ name }: Error) => void warnings.push(name);
  process.on('warning', collect);
  closers.push(() => process.off('warning', collect));
  return warnings;
}

/** Returns whether the edge ended a connection, which goes on with its answer: the edge has no other reason to end it. */
const hasEnded = ({ socket }: Received): boolean => {
  if (!socket.destroyed) socket.write('x');
  return socket.destroyed;
};

describe('a client', () => {
  it('given its small body comes in pieces, then the upstream gets it whole', async () => {
    const api = await openUpstream((received) => isWhole(received) && received.socket.write(OK));
    const client = openClient(await openEdge(api.url));
    client.socket.write('POST /api/order HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\na');
    await expect.poll(() => client.socket.bytesWritten).toBeGreaterThan(0);
    client.socket.write('=1');
    await expect.poll(() => client.text).toContain('ok');
    expect(api.connections[0]?.text).toMatch(/\r\ncontent-length: 3\r\n(?:.*\r\n)?\r\na=1$/s);
  });

  it.each([
    ['http://x', '/api/order?a=1', '/api/order?a=1'],
    ['HTTPS://x:81', '/api/order', '/api/order'],
  ])('given it writes the whole address, with %s, then it is forwarded as a path', async (origin, target, path) => {
    const api = await openUpstream((received) => isWhole(received) && received.socket.write(OK));
    const client = openClient(await openEdge(api.url));
    client.socket.write(`GET ${origin}${target} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await expect.poll(() => client.text).toMatch(/^HTTP\/1\.1 200 .*ok$/s);
    expect(api.connections[0]?.text).toMatch(new RegExp(`^GET ${path.replace('?', '\\?')} HTTP/1\\.1\r\n`));
  });

  it.each(['http://x', 'http://x?a=1'])('given it asks for %s, then it is the first page', async (target) => {
    const api = await openUpstream(() => {});
    const client = openClient(await openEdge(api.url));
    client.socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await expect.poll(() => client.text).toMatch(/^HTTP\/1\.1 302 .*\r\nlocation: \/h5\/\r\n/s);
  });

  it('given it leaves inside its small body, then nothing was sent', async () => {
    const api = await openUpstream((received) => isWhole(received) && received.socket.write(OK));
    const url = await openEdge(api.url);
    const client = openClient(url);
    client.socket.write('POST /api/order HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\na');
    client.socket.end();
    await expect.poll(() => client.socket.destroyed).toBe(true);
    expect(await post(url)).toEqual([200, 'ok']);
    expect(api.connections.map(requestsOf)).toEqual([1]);
  });

  it('given it leaves before the answer, then the upstream’s connection ends', async () => {
    const api = await openUpstream((received) => received.socket.write(BEGUN));
    const client = openClient(await openEdge(api.url));
    client.socket.write('GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => api.connections[0]?.text).toContain('/api/slow');
    client.socket.destroy();
    await expect.poll(() => api.connections.map(hasEnded)).toEqual([true]);
  });
});

describe('a client that pipelines', () => {
  it('given it leaves, then the upstream’s connections of all its requests end', async () => {
    const api = await openUpstream((received) => received.socket.write(BEGUN));
    const client = openClient(await openEdge(api.url));
    const requests = Array.from({ length: 20 }, (_, n) => `GET /api/slow/${n} HTTP/1.1\r\nhost: x\r\n\r\n`);
    client.socket.write(requests.join(''));
    await expect.poll(() => api.connections.filter(isWhole).length).toBe(20);
    client.socket.destroy();
    await expect.poll(() => api.connections.filter((it) => !hasEnded(it)).length).toBe(0);
  });
});

describe('what the edge records of a forwarded request', () => {
  it('is its duration by route and status, and of failures their outcome', async () => {
    const registry = createRegistry('edge');
    const api = await openUpstream((received, connection) => {
      if (!isWhole(received)) return;
      if (connection === 0) received.socket.write(OK.replace('timeout=72', 'timeout=1'));
      else received.socket.destroy();
    });
    const url = await openEdge(api.url, registry);
    await post(url);
    await post(url);
    const figure = (status: number) =>
      `http_request_duration_seconds_count{method="POST",route="/api/*",status="${status}"} 1`;
    await expect.poll(() => registry.metrics()).toContain(figure(504));
    expect(await registry.metrics()).toContain(figure(200));
    expect(await registry.metrics()).toContain('edge_forward_failures_total{failure="unknown"} 1');
  });

  it('given a stranger’s trace, then its id and span go on, but not its claim to be recorded', async () => {
    const api = await openUpstream((received) => isWhole(received) && received.socket.write(OK));
    const url = await openEdge(api.url);
    await fetch(`${url}/api/x`, { headers: { traceparent: SAMPLED } });
    expect(api.connections[0]?.text).toContain(`\r\ntraceparent: ${SAMPLED.replace(/01$/, '00')}\r\n`);
    await fetch(`${url}/api/x`, { headers: { traceparent: 'nonsense' } });
    expect(api.connections[0]?.text).toMatch(/\r\ntraceparent: 00-(?!0102)[\da-f]{32}-[\da-f]{16}-00\r\n/);
  });

  it('given it is recorded, then its span names the route, never the path, and the upstream continues it', async () => {
    const { started } = recordSpans();
    const api = await openUpstream((received) => isWhole(received) && received.socket.write(OK));
    await fetch(`${await openEdge(api.url)}/api/user/7`, { headers: { traceparent: SAMPLED } });
    await expect.poll(() => started[0]?.isEnded).toBe(true);
    expect(started[0]).toMatchObject({ name: 'GET /api/*', attributes: { 'http.response.status_code': 200 } });
    expect(api.connections[0]?.text).toContain(`\r\ntraceparent: ${started[0]?.traceparent}\r\n`);
  });

  it('given a path that cannot be decoded, then it is not found and not forwarded', async () => {
    const api = await openUpstream(() => {});
    const response = await fetch(`${await openEdge(api.url)}/api/%zz`);
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, 'not_found']);
    expect(api.connections).toEqual([]);
  });
});
