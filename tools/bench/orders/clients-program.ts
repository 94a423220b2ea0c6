import { connect, type Socket } from 'node:net';
import { makePairs, makerOf, newKey, type Order, takerOf } from '../spot/mix.ts';

/**
 * Clients of the HTTP bench, in a process of their own so that their CPU is counted apart. Each connection is kept open
 * and has one order in flight; requests and answers are handled by hand, because the clients share the cores.
 */
export type ClientsPlan = {
  readonly port: number;
  readonly connections: number;
  readonly users: number;
  readonly ms: number;
  /** Orders a second over all connections; without it each sends the next as soon as the last is answered. */
  readonly perSecond?: number | undefined;
  /** Whether the answers come from memory, so that any success counts. */
  readonly firstTurn: number;
};

export type ClientsReport = {
  readonly ok: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly tookMs: readonly number[];
  readonly ms: number;
};

const tokenOf = (user: number) => Buffer.from(`bench-${user}`.padEnd(32, '.')).toString('base64url');

function requestOf({ user, market, side, price }: Order): string {
  const body = `currency_name=${market.base}%2FUSDT&type=${side}&amount=${market.quantity}&target_price=${price}&lang=en`;
  return (
    `POST /api/coin/trade HTTP/1.1\r\nhost: bench\r\nauthorization: ${tokenOf(user)}\r\nidempotency-key: ${newKey()}\r\n` +
    `accept: application/json\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

/** Opens a connection that sends one request at a time and returns the body of its answer. */
async function openConnection(port: number): Promise<{ send(text: string): Promise<string>; end(): void }> {
  const socket: Socket = await new Promise((resolve, reject) => {
    const opening = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(opening)).once('error', reject);
  });
  let received = '';
  let answered: ((body: string) => void) | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    received += part;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    const body = received.slice(headEnd + 4, headEnd + 4 + length);
    received = received.slice(headEnd + 4 + length);
    answered?.(body);
  });
  return {
    send: (text) =>
      new Promise((resolve, reject) => {
        answered = resolve;
        socket.once('close', () => reject(new Error('the server closed the connection')));
        socket.removeAllListeners('close');
        socket.write(text);
      }),
    end: () => socket.destroy(),
  };
}

async function run({ port, connections, users, ms, perSecond, firstTurn }: ClientsPlan): Promise<ClientsReport> {
  const nextPair = makePairs(users);
  for (let turn = 0; turn < firstTurn; turn++) nextPair();
  const answers: Record<string, number> = {};
  const tookMs: number[] = [];
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs >= ms;
  const everyMs = perSecond === undefined ? 0 : (connections * 1_000) / perSecond;
  const place = async (send: (text: string) => Promise<string>, order: Order, dueMs: number) => {
    const body = await send(requestOf(order));
    const code = body.startsWith('{"type":"ok"') ? 'ok' : (/"error":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 60));
    if (isOver()) return;
    answers[code] = (answers[code] ?? 0) + 1;
    tookMs.push(performance.now() - dueMs);
  };
  const keepTrading = async ({ send }: { send(text: string): Promise<string> }, index: number) => {
    let dueMs = startedMs + (everyMs * index) / connections;
    const wait = async () => {
      if (everyMs === 0) {
        dueMs = performance.now();
        return;
      }
      const restMs = dueMs - performance.now();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    };
    while (!isOver()) {
      const pair = nextPair();
      const both = index % 2 === 0 ? [makerOf(pair), takerOf(pair)] : [takerOf(pair), makerOf(pair)];
      for (const order of both) {
        await wait();
        await place(send, order, dueMs);
        dueMs += everyMs;
      }
    }
  };
  await Promise.all(opened.map(keepTrading));
  for (const { end } of opened) end();
  return { ok: answers.ok ?? 0, answers, tookMs, ms };
}

process.once('message', (plan: ClientsPlan) => {
  run(plan).then(
    (report) => process.send?.(report, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
