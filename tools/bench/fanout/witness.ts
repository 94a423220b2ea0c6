import { setTimeout as pause } from 'node:timers/promises';
import { CHANNEL_MEANINGS, type ChannelReader, type ChannelStates, readFrame, unread } from '@app/protocol/socket';
import { io } from 'socket.io-client';
import type { Ending } from './talk.ts';

/** Client like the app: it reads everything, and reports whether it missed a frame or shows another price. */
export type Witness = {
  /** Resolves when it has received a block, or after a timeout. */
  readonly until: (block: number) => Promise<void>;
  readonly isRight: (ending: Ending) => boolean;
};

const PATIENCE_MS = 20_000;

export async function openWitness(port: number): Promise<Witness> {
  const socket = io(`http://127.0.0.1:${port}`, { forceNew: true, transports: ['websocket'] });
  let reader: ChannelReader<ChannelStates['quotes']> = unread();
  let isWhole = true;
  const take = (frame: unknown) => {
    const step = readFrame(reader, frame as never, CHANNEL_MEANINGS.quotes); // From our own gateway.
    reader = step.reader;
    if (step.verdict !== 'applied') isWhole = false;
  };
  socket.on('frame', take);
  const answer = await socket.timeout(30_000).emitWithAck('subscribe', { channel: 'quotes' });
  take(answer.frame);
  const until = async (block: number) => {
    const endMs = performance.now() + PATIENCE_MS;
    while (reader.seq !== String(block) && performance.now() < endMs) await pause(50);
  };
  const isRight = ({ block, prices }: Ending) => {
    const shown = new Map([...(reader.state?.values() ?? [])].map(({ id, price }) => [id, String(price)]));
    const isSame = shown.size === prices.length && prices.every(([id, price]) => shown.get(id) === price);
    return isWhole && isSame && reader.seq === String(block);
  };
  return { until, isRight };
}
