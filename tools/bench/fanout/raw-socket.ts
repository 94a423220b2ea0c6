import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Contestant } from './talk.ts';

/** A frame's place, and when it was here. */
export type FrameSeen = { readonly prev: number; readonly seq: number; readonly atMs: number };

const PLACE = /^42\["frame",\{"channel":"quotes","prev":"(\d*)","seq":"(\d+)"/;

/**
 * A socket that costs its listener next to nothing: it speaks just enough of socket.io to subscribe, and looks only at a
 * frame's first bytes, so that what is measured is the server.
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
