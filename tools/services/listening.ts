import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Checks whether a process accepts connections on a loopback port. */
export async function isListening(port: number): Promise<boolean> {
  return (await readAnswer(port, '', () => true)) !== undefined;
}

const ANSWER_MS_MAX = 2_000;

/** Reads from a server on a loopback port until `isEnough`, at most 2 s; undefined if no process listens. */
export function readAnswer(
  port: number,
  request: string,
  isEnough: (text: string) => boolean,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    let isConnected = false;
    const socket = connect({ host: '127.0.0.1', port });
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isConnected ? text : undefined);
    };
    const timer = setTimeout(finish, ANSWER_MS_MAX);
    socket.once('connect', () => {
      isConnected = true;
      if (request !== '') socket.write(request);
      if (isEnough(text)) finish();
    });
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (isEnough(text)) finish();
    });
    socket.once('close', finish);
    socket.on('error', finish);
  });
}

/** Waits until every port accepts connections; returns those that still do not after the timeout. */
export async function untilListening(ports: readonly number[], timeoutMs: number): Promise<readonly number[]> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const open = await Promise.all(ports.map(isListening));
    const closed = ports.filter((_port, index) => !open[index]);
    if (closed.length === 0 || Date.now() > deadlineMs) return closed;
    await pause(100);
  }
}
