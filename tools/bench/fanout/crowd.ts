import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { CHANNEL_MEANINGS, type ChannelReader, type ChannelStates, readFrame, unread } from '@app/protocol/socket';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { answerParent, type Contestant, type CrowdCalls, type Ending, type Received } from './talk.ts';

/** Client process with all sockets of both contestants; only ours are judged. */
const AT_ONCE = 50;
const WITNESSES = 10;
const frames: { prev: number; seq: number; atMs: number }[] = [];
const witnesses: Witness[] = [];
let gaps = 0;

function countGaps() {
  let last: number | undefined;
  return (frame: (typeof frames)[number]) => {
    if (last !== undefined && frame.prev !== last) gaps++;
    last = frame.seq;
    frames.push(frame);
  };
}

async function connect({ who, port, sockets }: CrowdCalls['connect']['params']): Promise<undefined> {
  for (let opened = 0; opened < sockets; opened += AT_ONCE) {
    const round = Array.from({ length: Math.min(AT_ONCE, sockets - opened) }, () =>
      openRawSocket(who, port, who === 'ours' ? countGaps() : () => {}),
    );
    await Promise.all(round);
  }
  if (who === 'ours') for (let n = 0; n < WITNESSES; n++) witnesses.push(await openWitness(port));
}

async function judge(ending: Ending): Promise<Received> {
  await Promise.all(witnesses.map((witness) => witness.until(ending.block)));
  const made = new Map(ending.blocks);
  // The first frame of a round includes the blocks made during the other contestant's round.
  const inOneRound = frames.filter(({ prev, seq }) => seq - prev <= 5);
  const delays = (blockOf: (frame: (typeof frames)[number]) => number) =>
    quantiles(inOneRound.map((frame) => frame.atMs - (made.get(blockOf(frame)) ?? Number.NaN)));
  return {
    frames: frames.length,
    newest: delays(({ seq }) => seq),
    oldest: delays(({ prev }) => prev + 1),
    gaps,
    witnesses: witnesses.length,
    wrong: witnesses.filter(({ isRight }) => !isRight(ending)).length,
  };
}

function quantiles(values: readonly number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Sequence numbers of a frame, and when it arrived. */
type FrameSeen = { readonly prev: number; readonly seq: number; readonly atMs: number };

const PLACE = /^42\["frame",\{"channel":"quotes","prev":"(\d*)","seq":"(\d+)"/;

/**
 * Opens a socket that costs its client almost nothing: it implements just enough of socket.io to subscribe, and reads
 * only the first bytes of a frame, so that the measurement covers the server.
 */
async function openRawSocket(who: Contestant, port: number, onFrame: (frame: FrameSeen) => void): Promise<void> {
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

/** Client like the app: it reads everything, and reports whether it missed a frame or shows another price. */
type Witness = {
  /** Resolves when it has received a block, or after a timeout. */
  readonly until: (block: number) => Promise<void>;
  readonly isRight: (ending: Ending) => boolean;
};

const PATIENCE_MS = 20_000;

async function openWitness(port: number): Promise<Witness> {
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

answerParent<CrowdCalls>({ connect, judge });
