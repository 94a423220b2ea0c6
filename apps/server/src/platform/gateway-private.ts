import type { Behind } from './gateway-behind.ts';
import { isCheckedLately, laggingRoomOf, type SessionServer, type SessionSocket } from './gateway-sessions.ts';

/**
 * Sends `push.<user>.<book>` unchanged to that private channel; the producer numbered it. Returns whether any socket
 * received it.
 */
export function pushFrame(io: SessionServer, behind: Behind, push: { subject: string; frame: unknown }): boolean {
  const [, userId, book, ...rest] = push.subject.split('.');
  const room = `${userId}:${book}`;
  if (rest.length > 0) return false;
  behind.sortOut(room);
  const { adapter, sockets } = io.of('/');
  for (const id of adapter.rooms.get(laggingRoomOf(room)) ?? []) {
    const session = sockets.get(id)?.data.session;
    if (session !== undefined) session.hasMissed = true;
  }
  // Most private channels are on other gateways: checking first avoids encoding a frame without a recipient.
  if (!adapter.rooms.has(room)) return false;
  io.to(room).emit('frame', push.frame as never); // Shaped by the producer's codec; forwarded unchanged here.
  return true;
}

/** Stops private frames to a socket that does not read; from now on it is recorded whether it missed any. */
export function leavePrivate(socket: SessionSocket): void {
  const { session } = socket.data;
  if (session === undefined) return;
  void socket.leave(session.room);
  void socket.join(laggingRoomOf(session.room));
}

/** Resumes private frames to a socket; not if it missed one, because only a reconnect makes its app fetch again. */
export function returnPrivate(socket: SessionSocket): boolean {
  const { session } = socket.data;
  if (session === undefined) return true;
  if (session.hasMissed === true || !isCheckedLately(session)) return false;
  void socket.leave(laggingRoomOf(session.room));
  void socket.join(session.room);
  return true;
}
