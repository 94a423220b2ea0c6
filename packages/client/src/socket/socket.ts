import { timeFrame } from '@app/protocol/socket';
import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';
import type { StoreApi } from 'zustand/vanilla';
import { DEAD_LINE_MS, HEARTBEAT_MS } from '../timing.ts';
import type { Channels } from './channel.ts';
import { aheadBy, type Connection } from './connection.ts';

/** A feature's handlers for its channel; `refresh` runs when updates may have been missed. */
export type PrivateChannel = {
  readonly name: string;
  readonly receive: (frame: unknown) => void;
  readonly refresh: () => void;
};

const RECONNECT_MS = 1_000;
/**
 * On logout or a change of mode the server disconnects just before the client does: wait this long before treating it
 * as lost.
 */
const HUNG_UP_MS = 500;

const named = z.object({ channel: z.string() });

/** The visible part of a page: a hidden one needs no updates. */
type Page = {
  readonly hidden: boolean;
  addEventListener(event: 'visibilitychange', listener: () => void): void;
  removeEventListener(event: 'visibilitychange', listener: () => void): void;
};

type SocketOptions = {
  readonly connection: StoreApi<Connection>;
  readonly publicChannels: Channels;
  /** Undefined for a program without a page: it is always visible. */
  readonly page?: Page;
  /** Where the servers are; undefined for the page's own origin. */
  readonly origin?: string;
  readonly transports: readonly ('polling' | 'websocket')[];
  /** Called at every connection: tokens are replaced while the socket stays open. */
  readonly token: () => string | undefined;
  readonly channels: readonly PrivateChannel[];
  readonly authenticateSocket: () => void;
};

/** Opens the page's single connection, for one user and mode. Returns a function that closes it. */
export function connectSocket(options: SocketOptions): () => void {
  const { connection, publicChannels, page, origin, token, channels, authenticateSocket } = options;
  connection.setState({ socket: 'connecting' });
  const auth = (give: (auth: object) => void) => give({ token: token() });
  const how = { path: '/socket.io', transports: [...options.transports], auth, reconnectionDelayMax: 5_000 };
  const socket = origin === undefined ? io(how) : io(origin, how);
  const refreshAll = () => {
    for (const channel of channels) channel.refresh();
  };
  // The server disconnects or refuses an ended session: any call returns whether that is the reason (999), and
  // socket.io would not retry by itself.
  let retry: ReturnType<typeof setTimeout> | undefined;
  const fetchReason = () => {
    connection.setState({ socket: 'lost' });
    authenticateSocket();
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RECONNECT_MS);
  };
  socket.on('connect', () => {
    clearTimeout(retry);
    markAlive(connection, 'live');
    refreshAll();
    publicChannels.attach(socket, page?.hidden);
    requestTime(connection, socket);
  });
  socket.on('disconnect', (reason) => {
    clearTimeout(retry);
    publicChannels.attach(undefined);
    if (reason === 'io server disconnect') retry = setTimeout(fetchReason, HUNG_UP_MS);
    else connection.setState({ socket: 'lost' });
  });
  socket.on('connect_error', () => {
    connection.setState({ socket: 'lost' });
    if (!socket.active) fetchReason(); // Refused, not unreachable.
  });
  socket.on('frame', (frame: unknown) => {
    markAlive(connection);
    const { data } = named.safeParse(frame);
    for (const channel of channels) if (channel.name === data?.channel) channel.receive(frame);
    publicChannels.receive(frame);
  });
  const stopWatching = watchLife(socket, options, refreshAll);
  return () => {
    clearTimeout(retry);
    stopWatching();
    socket.disconnect();
    connection.setState({ socket: 'idle', clock: 'none' });
  };
}

const markAlive = (connection: StoreApi<Connection>, socket?: 'live') =>
  connection.setState({ receivedAt: Date.now(), ...(socket !== undefined && { socket }) });

/**
 * Polls often enough to detect a connection that is open but dead; refreshes a page first when it becomes visible
 * again.
 */
function watchLife(
  socket: Socket,
  { connection, publicChannels, page }: Pick<SocketOptions, 'connection' | 'publicChannels' | 'page'>,
  refreshAll: () => void,
): () => void {
  const timer = setInterval(() => {
    if (!socket.connected || page?.hidden === true) return;
    if (Date.now() - connection.getState().receivedAt > DEAD_LINE_MS) socket.disconnect().connect();
    else requestTime(connection, socket);
  }, HEARTBEAT_MS);
  const onSeen = () => {
    if (page?.hidden === true) return publicChannels.pause();
    publicChannels.resume();
    if (socket.connected) requestTime(connection, socket);
    else socket.connect();
    refreshAll();
  };
  page?.addEventListener('visibilitychange', onSeen);
  return () => {
    clearInterval(timer);
    page?.removeEventListener('visibilitychange', onSeen);
  };
}

function requestTime(connection: StoreApi<Connection>, socket: Socket): void {
  const requestedAt = Date.now();
  socket.emit('time', (answer: unknown) => {
    markAlive(connection);
    const { data } = timeFrame.safeParse(answer);
    if (data === undefined) return;
    connection.setState({ clock: 'socket', serverAheadMs: aheadBy(data.now, requestedAt, Date.now()) });
  });
}
