import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { isOriginAllowed, PAYLOAD_BYTES_MAX } from './gateway-limits.ts';
import type { SessionServer } from './gateway-sessions.ts';

/** Sockets on an HTTP server, for pages of these origins and of the host itself. */
export function openSockets(server: HttpServer, origins: readonly string[]): SessionServer {
  const io: SessionServer = new Server(server, {
    transports: ['polling', 'websocket'],
    serveClient: false,
    maxHttpBufferSize: PAYLOAD_BYTES_MAX,
    connectTimeout: 10_000,
    cors: { origin: [...origins] },
    allowRequest: (request, answer) => answer(null, isOriginAllowed(request, origins)),
  });
  // Where it came from is checked by now; the request and all its headers would stay as long as the socket.
  io.engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null;
  });
  return io;
}
