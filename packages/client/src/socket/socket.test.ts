import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChannels } from './channel.ts';
import { createConnection } from './connection.ts';
import { connectSocket } from './socket.ts';

const BTC = { kind: 'depth', mode: 'real', symbol: 'BTC/USDT' } as const;
const NAME = 'depth:real:BTC/USDT';
const depth = (prev: string, seq: string, price: string) => ({
  channel: NAME,
  prev,
  seq,
  data: { bids: [[price, '1']], asks: [] },
});

let http: HttpServer;
let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  http = createServer();
  server = new Server(http, { path: '/socket.io' });
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('subscribe', (_request, answer) => answer({ ok: true, frame: depth('', '1', '60000') }));
    socket.on('time', (answer) => answer({ now: 1_900_000_000_000 }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close());

/** Connects as a program without a page would. */
function connect() {
  const connection = createConnection(true);
  const publicChannels = createChannels();
  const received: unknown[] = [];
  let refreshes = 0;
  const disconnect = connectSocket({
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    connection,
    publicChannels,
    transports: ['websocket'],
    token: () => 'token-1',
    channels: [{ name: 'orders', receive: (frame) => received.push(frame), refresh: () => refreshes++ }],
    authenticateSocket: () => {},
  });
  return { connection, publicChannels, received, disconnect, refreshes: () => refreshes };
}

describe('a connection without a page', () => {
  it('sends its token, refreshes its channels and takes the server’s time', async () => {
    const { connection, disconnect, refreshes } = connect();
    await expect.poll(() => connection.getState()).toMatchObject({ socket: 'live', clock: 'socket' });
    expect(sockets[0]?.handshake.auth).toEqual({ token: 'token-1' });
    expect(refreshes()).toBe(1);
    disconnect();
    expect(connection.getState().socket).toBe('idle');
  });

  it('follows an order book, and passes private frames to their channel only', async () => {
    const { publicChannels, received, disconnect } = connect();
    const stop = publicChannels.listen(BTC, () => {});
    const best = () => publicChannels.view(BTC).state?.bids[0]?.[0];
    await expect.poll(best).toBeDefined();
    const before = best();
    sockets[0]?.emit('frame', depth('1', '2', '60001'));
    await expect.poll(() => best() !== before).toBe(true);
    const orders = { channel: 'orders', prev: '1', seq: '2', data: { orders: [] } };
    sockets[0]?.emit('frame', orders);
    await expect.poll(() => received).toEqual([orders]);
    stop();
    disconnect();
  });
});
