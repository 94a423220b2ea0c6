import { openRawSocket } from './raw-socket.ts';
import { answerParent, type CrowdCalls, type Ending, type Received } from './talk.ts';
import { openWitness, type Witness } from './witness.ts';

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

answerParent<CrowdCalls>({ connect, judge });
