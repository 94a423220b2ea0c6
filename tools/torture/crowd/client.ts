import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { type Calls, openCalls, type Tally } from './http.ts';
import type { Person } from './people.ts';
import {
  type BalanceSeen,
  type BookWatch,
  createOrderView,
  type Frame,
  type OrderSeen,
  type OrderView,
  type TradeSeen,
  watchBook,
} from './view.ts';

/** One user with the app open: requests over HTTP, everything else from one socket. */
export type Client = {
  readonly person: Person;
  readonly calls: Calls;
  readonly view: OrderView;
  readonly book: BookWatch;
  readonly isDeaf: boolean;
  balances(): readonly BalanceSeen[];
  /** Disconnects and reconnects the socket. */
  reconnect(): void;
  /** Time of the last frame on its private `orders` channel. */
  receivedMs(): number;
  readonly figures: { frames: number; gaps: number; fetches: number };
  /** Resolves when no fetch is in progress. */
  settle(): Promise<void>;
  close(): void;
};

type Opening = {
  readonly edgeUrl: string;
  readonly person: Person;
  readonly symbol: string;
  readonly tally: Tally;
  readonly seen: Map<string, TradeSeen>;
  readonly isDeaf: boolean;
};

/** Minimum interval between balance fetches; a screen does not need more. */
const BALANCES_EVERY_MS = 3_000;
const ROWS_A_PAGE = 100;

export async function openClient({ edgeUrl, person, symbol, tally, seen, isDeaf }: Opening): Promise<Client> {
  const calls = openCalls(edgeUrl, person.token, tally);
  const socket: Socket = io(edgeUrl, { forceNew: true, transports: ['websocket'], auth: { token: person.token } });
  const view = createOrderView(isDeaf);
  const book = watchBook(socket, symbol, seen);
  const figures = { frames: 0, gaps: 0, fetches: 0 };
  let balances: readonly BalanceSeen[] = [];
  let receivedMs: number = performance.now();
  const fetchBalances = createFetching(BALANCES_EVERY_MS, async () => {
    const { code, data } = await calls.read('POST', '/wallet/list');
    if (code !== 'ok') throw new Error(`/wallet/list: ${code}`);
    balances = data.list as BalanceSeen[]; // Per the route's schema.
    figures.fetches += 1;
  });
  const fetchOrders = createFetching(0, async () => {
    for (const status of ['open', 'closed']) view.takeFetched(await listOrders(calls, status));
    figures.fetches += 1;
  });
  socket.on('frame', (frame: Frame) => {
    if (frame.channel === 'orders') {
      receivedMs = performance.now();
      figures.frames = figures.frames + 1;
      fetchBalances.ask();
      if (view.take(frame) === 'gap') {
        figures.gaps += 1;
        fetchOrders.ask();
      }
    } else if (frame.channel === 'balances') fetchBalances.ask();
    else book.take(frame);
  });
  const connected = new Promise<void>((resolve, reject) => {
    socket.on('connect_error', reject);
    socket.on('connect', () => {
      fetchOrders.ask();
      fetchBalances.ask();
      void book.subscribe().then(resolve, reject);
    });
  });
  await connected;
  await Promise.all([fetchOrders.settle(), fetchBalances.settle()]); // Nobody trades in an app that is still loading.
  const reconnect = () => {
    view.forgetPlace();
    socket.disconnect().connect();
  };
  const settle = async () => {
    await fetchOrders.settle();
    await fetchBalances.settle();
  };
  return {
    person,
    calls,
    view,
    book,
    isDeaf,
    figures,
    settle,
    reconnect,
    balances: () => balances,
    receivedMs: () => receivedMs,
    close: () => void socket.disconnect(),
  };
}

/** Lists orders of all pages: a client of the rig tracks all its orders. */
async function listOrders(calls: Calls, status: string): Promise<OrderSeen[]> {
  const orders: OrderSeen[] = [];
  for (let place = {}; ; ) {
    const { code, data } = await calls.read('GET', '/coin/list', { status, ...place, limit: String(ROWS_A_PAGE) });
    if (code !== 'ok') throw new Error(`/coin/list: ${code}`);
    const list = data.list as OrderSeen[]; // Per the route's schema.
    orders.push(...list);
    if (typeof data.next !== 'string') return orders;
    place = { before: data.next };
  }
}

/** Runs one fetch at a time, at most every `everyMs`; requests in between cause one more fetch. */
function createFetching(everyMs: number, fetchNow: () => Promise<void>) {
  let isRequested: boolean = false;
  let running: Promise<void> | undefined;
  let failure: unknown;
  const run = async () => {
    while (isRequested) {
      isRequested = false;
      await fetchNow().catch((error: unknown) => {
        failure = error;
      });
      if (isRequested) await pause(everyMs);
    }
    running = undefined;
  };
  return {
    ask: () => {
      isRequested = true;
      running ??= run();
    },
    settle: async () => {
      while (running !== undefined) await running;
      if (failure !== undefined) throw failure;
    },
  };
}
