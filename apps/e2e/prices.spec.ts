import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const { edgeUrl } = inject('stack');
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

async function get<Data>(path: string, form?: Record<string, string>): Promise<Data> {
  const answer = await fetch(`${edgeUrl}/api${path}`, form && { method: 'POST', body: new URLSearchParams(form) });
  const { data } = (await answer.json()) as { data: Data }; // Standard response envelope.
  return data;
}

type Quotes = { list: { symbol: string; tick: number }[] };

async function firstPrice(symbol: string): Promise<{ tick: number }> {
  return await vi.waitFor(
    async () => {
      const { list } = await get<Quotes>('/currency/quotation_new');
      const quote = list.find((each) => each.symbol === symbol);
      if (quote === undefined) throw new Error(`no price of ${symbol} yet`);
      return quote;
    },
    { timeout: 30_000, interval: 500 },
  );
}

describe('prices, through the edge', () => {
  it('given a price shown in the app, when the verify command checks it, then every check passes', async () => {
    const { tick } = await firstPrice('BTC/USDT');
    const { list: keys } = await get<{ list: { public_key: string }[] }>('/plus/prices/keys');
    const kept = keys.flatMap(({ public_key }) => ['--key', public_key]);
    const command = [resolve(REPOSITORY, 'tools/verify/verify.ts'), edgeUrl, 'BTC/USDT', String(tick), ...kept];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: REPOSITORY });
    expect(stdout).toContain('All of it holds.');
  });

  it('given a phone on the quotes channel, when time passes, then frames arrive without a gap', async () => {
    await firstPrice('BTC/USDT');
    const socket = io(edgeUrl, { transports: ['websocket'] });
    sockets.push(socket);
    const frames: { channel: string; prev: string; seq: string }[] = [];
    socket.on('frame', (frame) => frames.push(frame));
    await new Promise<void>((connected) => socket.on('connect', connected));
    const answer = await socket.timeout(15_000).emitWithAck('subscribe', { channel: 'quotes' });
    expect(answer).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(frames.length).toBeGreaterThanOrEqual(3), { timeout: 30_000 });
    const places = [answer.frame.seq, ...frames.map(({ seq }) => seq)];
    expect(frames.map(({ prev }) => prev)).toEqual(places.slice(0, -1));
  });

  it('given the bundled articles, when they are requested in Thai, then they are in Thai', async () => {
    const { list } = await get<{ list: { id: string; lang: string }[] }>('/news/list', { c_id: '18', lang: 'th' });
    expect(list.length).toBeGreaterThan(2);
    for (const { lang } of list) expect(lang).toBe('th');
    const { body } = await get<{ body: string }>('/news/detail', { id: list[0]?.id ?? '', lang: 'th' });
    expect(body).toMatch(/[\u0E00-\u0E7F]{20}/u);
  });
});
