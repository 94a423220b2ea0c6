import { timeFrame } from '@app/protocol/socket';
import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';
import { DEAD_LINE_MS, HEARTBEAT_MS } from '../../lib/timing.ts';
import { aheadBy } from '../call/server-clock.ts';
import { publicChannels } from './channel.ts';
import { useConnection } from './connection.ts';

/** A feature's handlers for its channel; `refresh` runs when updates may have been missed. */
export type Channel = {
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

/** Returns the transports. Tests force polling with `?transport=polling` in the page's URL. */
const transports = () =>
  new URLSearchParams(location.search).get('transport') === 'polling' ? ['polling'] : ['websocket', 'polling'];

type SocketOptions = {
  /** Called at every connection: tokens are replaced while the socket stays open. */
  readonly token: () => string | undefined;
  readonly channels: readonly Channel[];
  readonly authenticateSocket: () => void;
};

/** Opens the page's single connection, for one user and mode. Returns a function that closes it. */
export function connectSocket({ token, channels, authenticateSocket }: SocketOptions): () => void {
  useConnection.setState({ socket: 'connecting' });
  const auth = (give: (auth: object) => void) => give({ token: token() });
  const socket = io({ path: '/socket.io', transports: transports(), auth, reconnectionDelayMax: 5_000 });
  const refreshAll = () => {
    for (const channel of channels) channel.refresh();
  };
  // The server disconnects or refuses an ended session: any call returns whether that is the reason (999), and
  // socket.io would not retry by itself.
  let retry: ReturnType<typeof setTimeout> | undefined;
  const fetchReason = () => {
    useConnection.setState({ socket: 'lost' });
    authenticateSocket();
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RECONNECT_MS);
  };
  socket.on('connect', () => {
    clearTimeout(retry);
    markAlive('live');
    refreshAll();
    publicChannels.attach(socket, document.hidden);
    requestTime(socket);
  });
  socket.on('disconnect', (reason) => {
    clearTimeout(retry);
    publicChannels.attach(undefined);
    if (reason === 'io server disconnect') retry = setTimeout(fetchReason, HUNG_UP_MS);
    else useConnection.setState({ socket: 'lost' });
  });
  socket.on('connect_error', () => {
    useConnection.setState({ socket: 'lost' });
    if (!socket.active) fetchReason(); // Refused, not unreachable.
  });
  socket.on('frame', (frame: unknown) => {
    markAlive();
    const { data } = named.safeParse(frame);
    for (const channel of channels) if (channel.name === data?.channel) channel.receive(frame);
    publicChannels.receive(frame);
  });
  const stopWatching = watchLife(socket, refreshAll);
  return () => {
    clearTimeout(retry);
    stopWatching();
    socket.disconnect();
    useConnection.setState({ socket: 'idle', clock: 'none' });
  };
}

const markAlive = (socket?: 'live') =>
  useConnection.setState({ receivedAt: Date.now(), ...(socket !== undefined && { socket }) });

/**
 * Polls often enough to detect a connection that is open but dead; refreshes a page first when it becomes visible
 * again.
 */
function watchLife(socket: Socket, refreshAll: () => void): () => void {
  const timer = setInterval(() => {
    if (!socket.connected || document.hidden) return;
    if (Date.now() - useConnection.getState().receivedAt > DEAD_LINE_MS) socket.disconnect().connect();
    else requestTime(socket);
  }, HEARTBEAT_MS);
  const onSeen = () => {
    if (document.hidden) return publicChannels.pause();
    publicChannels.resume();
    if (socket.connected) requestTime(socket);
    else socket.connect();
    refreshAll();
  };
  document.addEventListener('visibilitychange', onSeen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onSeen);
  };
}

function requestTime(socket: Socket): void {
  const requestedAt = Date.now();
  socket.emit('time', (answer: unknown) => {
    markAlive();
    const { data } = timeFrame.safeParse(answer);
    if (data === undefined) return;
    useConnection.setState({ clock: 'socket', serverAheadMs: aheadBy(data.now, requestedAt, Date.now()) });
  });
}
