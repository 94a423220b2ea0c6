import type { Socket } from 'socket.io';

/** Closes a connection at once and drops its queue: a regular close would wait behind the queue, and for a response. */
export function hangUp(connection: Socket['conn']): void {
  const { socket: line } = connection.transport as { readonly socket?: { terminate(): void } }; // Polling has none.
  connection.close(true);
  line?.terminate();
}
