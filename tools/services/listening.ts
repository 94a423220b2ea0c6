import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Whether anything accepts connections on a loopback port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/** Waits until every port answers; gives back those that still do not when the time is over. */
export async function untilListening(ports: readonly number[], timeoutMs: number): Promise<readonly number[]> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const open = await Promise.all(ports.map(isListening));
    const closed = ports.filter((_port, index) => !open[index]);
    if (closed.length === 0 || Date.now() > deadlineMs) return closed;
    await pause(100);
  }
}
