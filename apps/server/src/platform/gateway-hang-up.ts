import type { Socket } from 'socket.io';

/** At once, and what still waits goes with it: a goodbye would have to wait behind it, and for an answer. */
export function hangUp(connection: Socket['conn']): void {
  const { socket: line } = connection.transport as { readonly socket?: { terminate(): void } }; // Polling has none.
  connection.close(true);
  line?.terminate();
}
