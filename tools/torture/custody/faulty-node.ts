import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A node between custody and the chain, which may be silent or hide what happened. */
export type FaultyNode = {
  readonly url: string;
  /**
   * `down` answers nothing; `hides` leaves out the logs of receipts; `repeats` gives each log twice; `denies` takes a
   * transaction and says that it has not.
   */
  mood: 'sound' | 'down' | 'hides' | 'repeats' | 'denies';
  stop(): Promise<void>;
};

/** Starts a JSON-RPC proxy in front of a chain. */
export async function startFaultyNode(target: string): Promise<FaultyNode> {
  const state: { mood: FaultyNode['mood'] } = { mood: 'sound' };
  const server = createServer(async (request, response) => {
    try {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer); // No encoding is set.
      const body = Buffer.concat(parts).toString('utf8');
      if (state.mood === 'down') {
        response.destroy();
        return;
      }
      const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const text = await answer.text();
      const { method } = JSON.parse(body) as { method?: string };
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(DISTORT[method ?? '']?.(text, state.mood) ?? text);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    url: `http://127.0.0.1:${port}`,
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Distort = (text: string, mood: FaultyNode['mood']) => string;
type Receipts = { result?: { logs: unknown[] }[] };

/** Leaves out the logs of a block, or gives each twice. */
const distortReceipts: Distort = (text, mood) => {
  if (mood !== 'hides' && mood !== 'repeats') return text;
  const answer = JSON.parse(text) as Receipts;
  for (const receipt of answer.result ?? [])
    receipt.logs = mood === 'hides' ? [] : receipt.logs.flatMap((log) => [log, log]);
  return JSON.stringify(answer);
};

const denySending: Distort = (text, mood) => {
  if (mood !== 'denies') return text;
  const { id } = JSON.parse(text) as { id: number };
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'transaction underpriced' } });
};

const DISTORT: Readonly<Record<string, Distort>> = {
  eth_getBlockReceipts: distortReceipts,
  eth_sendRawTransaction: denySending,
};
