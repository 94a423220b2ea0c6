import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPhone, type Phone } from './phone.ts';

type Upload = (file: File, options: { purpose: string; onProgress: (share: number) => void }) => Promise<string>;
type Tried = { stored?: string; failed?: string; shares: number[] };
declare const upload: Upload;

const SENDER = resolve(import.meta.dirname, '../web/src/data/call/upload.ts');
/** How much of a form is kept: its first fields. */
const FORM_START = 400;
const SIZE = 8_000_000;

let server: Server;
let phone: Phone;
let page: Page;
let atOnce = 0;
let atOnceMax = 0;
let form = '';
/** Resolves when the server may read on; a test that watches progress replaces it. */
let mayRead = Promise.resolve();

/** Bundles the app's upload sender as one script for a separate page, because no endpoint takes uploads yet. */
async function senderAsScript(): Promise<string> {
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'import.meta.env': '{}', 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: SENDER, formats: ['iife'], name: 'sender', fileName: 'sender' } },
  })) as Rolldown.RolldownOutput[];
  return `${built?.output[0].code ?? ''};globalThis.upload = sender.upload;`;
}

/** Reads the rest of a large file only after `mayRead`: until then the buffers on the way hold a part of it. */
async function receive(request: IncomingMessage): Promise<void> {
  atOnce += 1;
  atOnceMax = Math.max(atOnceMax, atOnce);
  try {
    for await (const chunk of request) {
      form ||= String(chunk).slice(0, FORM_START);
      await mayRead;
      await pause(6); // So that two uploads at once would be seen.
    }
  } finally {
    atOnce -= 1;
  }
}

const answers: { status: number; body: unknown }[] = [];

beforeAll(async () => {
  const script = await senderAsScript();
  server = createServer((request, response) => {
    if (request.url !== '/api/upload')
      return response.setHeader('content-type', 'text/html').end(`<script>${script}</script>`);
    const answer = () => {
      const { status, body } = answers.shift() ?? { status: 500, body: '' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    return void receive(request).then(answer, () => response.destroy()); // The page may be closed.
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => server.close());
/** Opens a fresh page for each attempt and clears the responses of earlier ones. */
beforeEach(async () => {
  answers.length = 0;
  form = '';
  mayRead = Promise.resolve();
  phone = await openPhone({ provoked: [/status of 5\d\d/] });
  page = await phone.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(() => phone.close());

const send = (bytes: number) =>
  page.evaluate(async (size): Promise<Tried> => {
    const shares: number[] = [];
    const onProgress = (share: number) => {
      shares.push(share);
      (globalThis as { report?: (share: number) => void }).report?.(share); // Only in the test that watches it.
    };
    const file = new File([new Uint8Array(size)], 'picture.png', { type: 'image/png' });
    const sent = upload(file, { purpose: 'identity', onProgress });
    return await sent
      .then((stored) => ({ stored, shares }))
      .catch((error: Error) => ({ failed: error.message, shares }));
  }, bytes);

describe('an upload', () => {
  it('reports progress and returns the location of the picture', async () => {
    answers.push({ status: 200, body: { type: 'ok', message: '/media/7' } });
    const partlySent = Promise.withResolvers<void>();
    mayRead = partlySent.promise;
    await page.exposeFunction('report', (share: number) => {
      if (share > 0 && share < 100) partlySent.resolve();
    });
    const { stored, shares } = await send(SIZE);
    expect(stored).toBe('/media/7');
    expect(form).toMatch(/name="purpose"\r\n\r\nidentity\r\n.+name="file"/s);
    expect(shares.at(-1)).toBe(100);
    expect(shares.some((share) => share > 0 && share < 100)).toBe(true);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('given a picture above eight megabytes, then it is refused without being sent', async () => {
    const { stored, shares } = await send(9_000_000);
    expect([stored, shares]).toEqual([undefined, []]);
    expect(form).toBe(''); // Nothing reached the server.
  });

  it('given three pictures at once, then they upload sequentially, and a failed one does not stop the next', async () => {
    atOnceMax = 0;
    answers.push({ status: 200, body: { message: 'a' } }, { status: 200, body: { type: 'error', message: 'no' } });
    answers.push({ status: 200, body: { type: 'success', message: 'c' } });
    const tried = await Promise.all([send(9_000), send(9_000), send(9_000)]);
    expect(tried.map(({ stored, failed }) => stored ?? failed)).toEqual(['a', 'no', 'c']);
    expect(atOnceMax).toBe(1);
  });
});
