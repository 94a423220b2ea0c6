import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createGateway } from '@app/server/gateway/gateway';
import { createPace } from '@app/server/gateway/pace';
import { openQuotes } from '@app/server/modules/market';
import type { Bus } from '@app/server/platform/bus/bus';
import { answerHealth, listen } from '@app/server/platform/process/process';
import { pino } from 'pino';
import { WebSocketServer } from 'ws';
import { createMovingBoard } from './moving-board.ts';
import { answerParent, type Contestant, type Round, type ServerCalls } from './talk.ts';

/** Server process: the real gateway, and beside it a bare server that sends the same bytes to as many sockets. */
const log = pino({ level: 'silent' });
const silence: Bus = {
  publish: () => {},
  listen: () => () => {},
  publishSigned: () => {},
  publishAllSigned: () => {},
  listenSigned: () => () => {},
  request: () => Promise.reject(new Error('no responder')),
  respond: () => () => {},
  opened: () => Promise.resolve(),
  isUp: () => true,
  check: () => [],
  counts: () => ({ lost: 0, unsent: 0, unanswered: 0 }),
  refused: () => ({ command: 0, answer: 0, push: 0 }),
  close: () => Promise.resolve(),
};
const { board, blocks, end } = createMovingBoard();
let now: Contestant | undefined;

const server = await listen(answerHealth([]), { port: 0 });
const gateway = createGateway({
  server,
  bus: silence,
  log,
  origins: [],
  findCaller: () => Promise.resolve(undefined),
  findSessions: () => Promise.resolve(new Map()),
  findEndedSessions: () => Promise.resolve({ ids: [], upTo: '' }),
  channels: (_name, onUpdate) => ({ ok: true, value: openQuotes(board, () => now === 'ours' && onUpdate()) }),
});

const bare = new WebSocketServer({ port: 0, host: '127.0.0.1' });
await once(bare, 'listening');
const sent = { frames: 0, bytes: 0 };
const source = openQuotes(board, () => now === 'bare' && pace.trigger());
const pace = createPace(source.framesASecond, () => {
  const text = `42["frame",${JSON.stringify({ channel: 'quotes', prev: '0', ...source.nextUpdate() })}]`;
  const bytes = Buffer.from(text); // Encoded once for all, as any such server would.
  for (const socket of bare.clients) socket.send(bytes, { binary: false });
  sent.frames++;
  sent.bytes += bytes.length;
  return true;
});

const framesOf = (who: Contestant) => (who === 'ours' ? gateway.counts.sent : sent.frames);

async function publish(who: Contestant, ms: number): Promise<Round> {
  const frames = framesOf(who);
  const bytes = sent.bytes;
  const cpu = process.cpuUsage();
  now = who;
  await new Promise((done) => setTimeout(done, ms));
  now = undefined;
  const { user, system } = process.cpuUsage(cpu);
  const sockets = who === 'ours' ? gateway.socketCount() : bare.clients.size;
  return { frames: framesOf(who) - frames, bytes: sent.bytes - bytes, sockets, cpuMs: (user + system) / 1_000 };
}

answerParent<ServerCalls>({
  ports: () => ({ ours: (server.address() as AddressInfo).port, bare: (bare.address() as AddressInfo).port }),
  memory: () => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    return { rss, heapUsed };
  },
  publish: ({ who, ms }) => publish(who, ms),
  end: () => {
    now = 'ours';
    return { ...end(), blocks };
  },
});
