import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Contestant } from './talk.ts';

/** Sequence numbers of a frame, and when it arrived. */
export type FrameSeen = { readonly prev: number; readonly seq: number; readonly atMs: number };

const PLACE = /^42\["frame",\{"channel":"quotes","prev":"(\d*)","seq":"(\d+)"/;

/**
 * Opens a socket that costs its client almost nothing: it implements just enough of socket.io to subscribe, and reads
 * only the first bytes of a frame, so that the measurement covers the server.
 */
export async function openRawSocket(who: Contestant, port: number, onFrame: (frame: FrameSeen) => void): Promise<void> {
  const path = who === 'ours' ? '/socket.io/?EIO=4&transport=websocket' : '/';
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { perMessageDeflate: false });
  const subscribed = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const head = data.toString('latin1', 0, 80);
      const place = PLACE.exec(head);
      if (place !== null) onFrame({ prev: Number(place[1]), seq: Number(place[2]), atMs: Date.now() });
      else if (head === '2') socket.send('3');
      else if (head.startsWith('0{')) socket.send('40');
      else if (head.startsWith('40')) socket.send('420["subscribe",{"channel":"quotes"}]');
      else if (head.startsWith('430')) resolve();
    });
  });
  await once(socket, 'open');
  if (who === 'ours') await subscribed;
}
