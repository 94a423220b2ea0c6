import { connectSocket } from '@app/client/socket';
import { publicChannels } from './channel.ts';
import { useConnection } from './connection.ts';

type SocketOptions = Pick<Parameters<typeof connectSocket>[0], 'token' | 'channels' | 'authenticateSocket'>;

/** Tests force polling with `?transport=polling` in the page's URL. */
const transports = () =>
  new URLSearchParams(location.search).get('transport') === 'polling'
    ? (['polling'] as const)
    : (['websocket', 'polling'] as const);

/** Opens the page's single connection, for one user and mode. Returns a function that closes it. */
export const openSocket = (options: SocketOptions): (() => void) =>
  connectSocket({ ...options, connection: useConnection, publicChannels, page: document, transports: transports() });
