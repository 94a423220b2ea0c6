import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';

/** Frame of the quotes channel: the newest block it shows, and its time of arrival. */
export type Frame = { readonly seq: number; readonly receivedMs: number };

export type Sockets = {
  readonly frames: readonly Frame[];
  /** Waits until a block, or a later one, was shown; gives up after a timeout. */
  reach(seq: number): Promise<void>;
  close(): void;
};

const REACH_MS_MAX = 5_000;

/** Watches all quotes as the app does. */
export async function watchQuotes(port: number): Promise<Sockets> {
  const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
  const frames: Frame[] = [];
  socket.on('frame', (frame: { channel: string; seq: string }) => {
    if (frame.channel === 'quotes') frames.push({ seq: Number(frame.seq), receivedMs: Date.now() });
  });
  const answer: { ok: boolean } = await socket.timeout(REACH_MS_MAX).emitWithAck('subscribe', { channel: 'quotes' });
  if (!answer.ok) throw new Error(`the gateway refused: ${JSON.stringify(answer)}`);
  const reach = async (seq: number) => {
    const deadlineMs = Date.now() + REACH_MS_MAX;
    while ((frames.at(-1)?.seq ?? 0) < seq && Date.now() < deadlineMs) await pause(20);
  };
  return { frames, reach, close: () => void socket.disconnect() };
}
