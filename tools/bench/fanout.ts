import { atLeast, atMost, guarantee, ms as inMs, judge, ratio } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import {
  type Child,
  type CrowdCalls,
  type Memory,
  type Received,
  type Round,
  type ServerCalls,
  startChild,
} from './fanout/talk.ts';

const RATIO_AIM = 0.5;
const DELAY_AIM_MS = 250;
const PAPER_SOCKETS = 1_000_000;
const FRAMES_A_SECOND = 4;

/**
 * Measures how many `quotes` frames the gateway carries per CPU second, against a bare `ws` server that sends the same
 * bytes.
 */
export const fanoutBench: Trial = {
  name: 'fanout',
  claim: `a gateway tells at least ${RATIO_AIM} of the sockets a bare ws does, p99 within ${DELAY_AIM_MS} ms of the block.`,
  touches: ['apps/server/src/gateway/', 'apps/server/src/platform/'],
  seconds: 40,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    const server = startChild<ServerCalls>('./server.ts');
    const crowd = startChild<CrowdCalls>('./crowd.ts');
    try {
      const sockets = short ? 300 : 2_000;
      const memory = await fillHall(server, crowd, sockets);
      const rounds = await compete(server, short ? { rounds: 2, ms: 3_000 } : { rounds: 5, ms: 6_000 });
      const received = await crowd.request('judge', await server.request('end', undefined));
      const ours = perCpuSecond(rounds.ours);
      const figures = { ratio: ours / perCpuSecond(rounds.bare), ours, memory, bytes: bytesAFrame(rounds.bare) };
      for (const line of describe(figures, received)) print(line);
      return judge(linesOf(figures, received), `${summary(figures, received)} (${sockets} sockets)`);
    } finally {
      server.end();
      crowd.end();
    }
  },
};

type Hall = { readonly server: Child<ServerCalls>; readonly crowd: Child<CrowdCalls> };

/** Connects all sockets to both servers; returns the memory one of our sockets takes. */
async function fillHall(server: Hall['server'], crowd: Hall['crowd'], sockets: number): Promise<Memory> {
  const ports = await server.request('ports', undefined);
  await crowd.request('connect', { who: 'bare', port: ports.bare, sockets });
  const before = await server.request('memory', undefined);
  await crowd.request('connect', { who: 'ours', port: ports.ours, sockets });
  const after = await server.request('memory', undefined);
  return { rss: (after.rss - before.rss) / sockets, heapUsed: (after.heapUsed - before.heapUsed) / sockets };
}

type Rounds = { readonly ours: readonly Round[]; readonly bare: readonly Round[] };

/** Runs both interleaved, so that a slow phase of the machine affects both. */
async function compete(server: Hall['server'], { rounds, ms }: { rounds: number; ms: number }): Promise<Rounds> {
  const all = { ours: [] as Round[], bare: [] as Round[] };
  for (const who of ['ours', 'bare'] as const) await server.request('publish', { who, ms: ms / 3 }); // Warm-up; not counted.
  for (let round = 0; round < rounds; round++)
    for (const who of ['ours', 'bare'] as const) all[who].push(await server.request('publish', { who, ms }));
  return all;
}

/** Returns the median over the rounds. */
function perCpuSecond(rounds: readonly Round[]): number {
  const figures = rounds.map(({ frames, sockets, cpuMs }) => (frames * sockets * 1_000) / cpuMs);
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

const bytesAFrame = (rounds: readonly Round[]) =>
  rounds.reduce((sum, { bytes }) => sum + bytes, 0) / rounds.reduce((sum, { frames }) => sum + frames, 0);

type Figures = { readonly ratio: number; readonly ours: number; readonly memory: Memory; readonly bytes: number };

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} kB`;

const summary = ({ ratio, ours, memory }: Figures, { newest }: Received) =>
  `ratio to bare ws ${ratio.toFixed(2)}, ${Math.round(ours)} frames/CPU-s, p99 ${newest.p99} ms, a socket ${kilobytes(memory.heapUsed)} of heap, ${kilobytes(memory.rss)} in all`;

function describe(
  { ours, memory, bytes }: Figures,
  { newest, oldest, frames, gaps, witnesses, wrong }: Received,
): string[] {
  const second = PAPER_SOCKETS * FRAMES_A_SECOND;
  return [
    `block to socket: p50 ${newest.p50} ms, p99 ${newest.p99} ms; a block that waited for the next: p99 ${oldest.p99} ms`,
    `${frames} frames heard, ${gaps} gaps; ${witnesses} witnesses read all of it, ${wrong} of them wrong`,
    `a frame of 65 markets: ${Math.round(bytes)} bytes`,
    `on paper, ${PAPER_SOCKETS / 1e6} M sockets at ${FRAMES_A_SECOND}/s: ${Math.ceil(second / ours)} cores, ` +
      `${Math.round((PAPER_SOCKETS * memory.rss) / 2 ** 30)} GiB, ${Math.round((second * bytes * 8) / 1e9)} Gbit/s`,
  ];
}

const linesOf = (figures: Figures, { frames, gaps, witnesses, wrong, newest }: Received) => [
  guarantee(`${frames} frames received, ${gaps} gaps`, frames > 0 && gaps === 0),
  guarantee(`${wrong} of ${witnesses} clients ended with other prices than were sent`, wrong === 0),
  atLeast({ text: 'ratio to bare ws', value: figures.ratio, aim: RATIO_AIM, format: ratio }),
  atMost({ text: 'block to socket p99', value: newest.p99, aim: DELAY_AIM_MS, format: inMs }),
];
