import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { AddressCaps } from './addresses.ts';
import { isOriginAllowed, PAYLOAD_BYTES_MAX } from './limits.ts';
import type { SessionServer } from './sessions.ts';

/** Opens sockets on an HTTP server, for pages of these origins and of the host itself, with a limit per address. */
export function openSockets(server: HttpServer, origins: readonly string[], addresses: AddressCaps): SessionServer {
  // Between the upgrade and the library's takeover no other handler catches socket errors, and one would end the
  // process.
  server.on('upgrade', (_request, socket) => socket.on('error', () => socket.destroy()));
  const io: SessionServer = new Server(server, {
    transports: ['polling', 'websocket'],
    serveClient: false,
    maxHttpBufferSize: PAYLOAD_BYTES_MAX,
    connectTimeout: 10_000,
    cors: { origin: [...origins] },
    allowRequest: (request, answer) => answer(null, addresses.mayOpen(request) && isOriginAllowed(request, origins)),
  });
  addresses.watch(io); // Before the request is dropped.
  // The origin is checked by now; the request and all its headers would stay in memory as long as the socket.
  io.engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null;
  });
  return io;
}
