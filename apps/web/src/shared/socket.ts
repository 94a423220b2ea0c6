import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';
import { useConnection } from './connection.ts';

/** What a feature does with its channel; `refresh` when something may have been missed. */
export type Channel = {
  readonly name: string;
  readonly receive: (frame: unknown) => void;
  readonly refresh: () => void;
};

const named = z.object({ channel: z.string() });
const clock = z.object({ now: z.number() });

/** Tests force polling with `?transport=polling` in the page's address. */
const transports = () =>
  new URLSearchParams(location.search).get('transport') === 'polling' ? ['polling'] : ['websocket', 'polling'];

/** One connection for the page, for one token. Returns how to end it. */
export function connectSocket(token: string, channels: readonly Channel[]): () => void {
  useConnection.setState({ socket: 'connecting' });
  const socket = io({ path: '/socket.io', transports: transports(), auth: { token }, reconnectionDelayMax: 5_000 });
  socket.on('connect', () => {
    useConnection.setState({ socket: 'live' });
    for (const channel of channels) channel.refresh();
    askTime(socket);
  });
  socket.on('disconnect', () => useConnection.setState({ socket: 'lost' }));
  socket.on('connect_error', () => useConnection.setState({ socket: 'lost' }));
  socket.on('frame', (frame: unknown) => {
    const { data } = named.safeParse(frame);
    for (const channel of channels) if (channel.name === data?.channel) channel.receive(frame);
  });
  return () => {
    socket.disconnect();
    useConnection.setState({ socket: 'idle' });
  };
}

/** Half of the way there and back is taken as the way here. */
function askTime(socket: Socket): void {
  const askedAt = Date.now();
  socket.emit('time', (answer: unknown) => {
    const { data } = clock.safeParse(answer);
    if (data === undefined) return;
    useConnection.setState({ serverAheadMs: data.now - (askedAt + Date.now()) / 2 });
  });
}
