import type { Behind } from './gateway-behind.ts';
import { isCheckedLately, laggingRoomOf, type SessionServer, type SessionSocket } from './gateway-sessions.ts';

/** `push.<user>.<book>` goes to that room as it came; the producer numbered it. Answers whether anybody was told. */
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
  // Most rooms are on other gateways: asking first saves writing a frame for nobody.
  if (!adapter.rooms.has(room)) return false;
  io.to(room).emit('frame', push.frame as never); // The producer's codec gave it its shape; here it is passed on.
  return true;
}

/** Who does not read hears nothing private either, and it is noted whether there was anything to hear. */
export function leavePrivate(socket: SessionSocket): void {
  const { session } = socket.data;
  if (session === undefined) return;
  void socket.leave(session.room);
  void socket.join(laggingRoomOf(session.room));
}

/** Lets a socket hear its own again; not one that missed something, which only connecting anew makes its app fetch. */
export function returnPrivate(socket: SessionSocket): boolean {
  const { session } = socket.data;
  if (session === undefined) return true;
  if (session.hasMissed === true || !isCheckedLately(session)) return false;
  void socket.leave(laggingRoomOf(session.room));
  void socket.join(session.room);
  return true;
}
