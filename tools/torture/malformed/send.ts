import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './requests.ts';

/** Status of the first response; `none` if the connection was closed or no response arrived in time. */
export type Outcome = { readonly status: number | 'none' };

/** Response timeout, long enough for a busy machine; partial requests are never answered. */
const ANSWER_MS_MAX = 400;
const PIECES = 5;

/** Writes raw bytes to a port and reads the response. */
export function send(port: number, { bytes, ending }: Attack): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    const finish = () => {
      clearTimeout(timer);
      socket.resetAndDestroy();
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(response)?.[1];
      resolve({ status: status === undefined ? 'none' : Number(status) });
    };
    const timer = setTimeout(finish, ANSWER_MS_MAX);
    socket.setNoDelay(true);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
      if (ending !== 'wait' || /\r\n\r\n/.test(response)) finish();
    });
    socket.once('connect', () => void write(socket, bytes, ending).catch(finish));
  });
}

async function write(socket: ReturnType<typeof connect>, bytes: Buffer, ending: Attack['ending']): Promise<void> {
  if (ending === 'trickle') {
    const size = Math.ceil(bytes.length / PIECES);
    for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
      socket.write(bytes.subarray(at, at + size));
      await pause(2);
    }
    return;
  }
  socket.write(bytes);
  if (ending === 'reset') socket.resetAndDestroy();
  if (ending === 'end') socket.end();
}
