import { atMost, describeLine, guarantee, judge, type Line, ratio } from '../trial/aims.ts';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { type IndexFigures, MeasuredIndex, measureCrash } from './triggers/measure-index.ts';
import { measureSums } from './triggers/measure-sums.ts';
import { onEngine } from './triggers/on-engine.ts';

const SIZES = [1_000, 100_000, 1_000_000];
const LONG = { ticks: 50_000, crash: 1_000_000 };
const SHORT = { ticks: 10_000, crash: 100_000 };
const ROUNDS = 5;
const AIM_RATIO = 2;
const AIM_BYTES = 128;
/** Fall of the crash tick, in thousandths. */
const CRASH = 10;

/** Measures triggers with up to a million open positions in one market. */
export const triggersBench: Trial = {
  name: 'triggers',
  claim: `A tick costs with a million open positions at most ${AIM_RATIO} times what it costs with a thousand.`,
  touches: ['packages/domain/src/contract/', 'apps/server/src/modules/contract/', 'apps/server/src/engine/'],
  seconds: 150,
  isAlone: true,
  isFigure: true,
  run: async (options) => {
    const all = { memory: inMemory, engine: onEngine };
    const named = Object.entries(all).filter(([name]) => options.args.includes(name));
    const parts = (named.length > 0 ? named : Object.entries(all)).map(([, part]) => part);
    const lines: Line[] = [];
    for (const part of parts) lines.push(...(await part(options)));
    for (const line of lines) options.print(describeLine(line));
    return judge(lines);
  },
};

/** The index and the sums alone, without engine and database. */
async function inMemory({ short, seed, print }: TrialOptions): Promise<Line[]> {
  const { ticks, crash } = short ? SHORT : LONG;
  const indexes = SIZES.map((positions) => new MeasuredIndex(positions, seed));
  for (const index of indexes) await index.build();
  // In turn, so that the compiler and other load on the machine treat all sizes alike.
  for (let round = 0; round < ROUNDS; round++) for (const index of indexes) index.measureRound(ticks);
  const measured = indexes.map((index) => index.figures());
  for (const figures of measured) print(describe(figures));
  const fell = measureCrash(crash, CRASH, seed);
  print(
    `a tick ${CRASH / 10} % lower liquidates ${count(fell.closed)} of ${count(crash)} in ${fell.crashMs.toFixed(0)} ms; a scan of all takes ${fell.scanMs.toFixed(0)} ms`,
  );
  const sums = measureSums(crash, seed);
  print(
    `stress sums of ${count(crash)}: a change takes ${sums.changeMicros.toFixed(1)} µs, a rebuild ${sums.rebuildMs.toFixed(0)} ms, its longest slice ${sums.longestSliceMs.toFixed(1)} ms`,
  );
  return [guarantee('a crash tick liquidates what a scan of all positions finds', fell.isSame), ...compare(measured)];
}

function compare(measured: readonly IndexFigures[]): Line[] {
  const least = measured.at(0);
  const most = measured.at(-1);
  if (least === undefined || most === undefined) return [];
  const within = (text: string, value: number) => atMost({ text, value, aim: AIM_RATIO, format: ratio });
  return [
    within('quiet tick, a million to a thousand, p50', most.quiet.p50 / least.quiet.p50),
    within('quiet tick, a million to a thousand, p99', most.quiet.p99 / least.quiet.p99),
    within('tick that reaches four, a million to a thousand, p50', most.reaching.p50 / least.reaching.p50),
    within('tick that reaches four, a million to a thousand, p99', most.reaching.p99 / least.reaching.p99),
    atMost({
      text: 'bytes a position',
      value: most.bytesPerPosition,
      aim: AIM_BYTES,
      format: (value) => value.toFixed(0),
    }),
  ];
}

const count = (value: number) => value.toLocaleString('en-GB');

function describe({ positions, buildMs, bytesPerPosition, quiet, reaching, change }: IndexFigures): string {
  const micros = ({ p50, p99 }: { readonly p50: number; readonly p99: number }) =>
    `p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)} µs`;
  return [
    `${count(positions)} positions: built in ${buildMs.toFixed(0)} ms, ${bytesPerPosition.toFixed(0)} bytes each`,
    `quiet tick ${micros(quiet)}`,
    `tick that reaches four ${micros(reaching)}`,
    `a position out and in ${micros(change)}`,
  ].join('; ');
}
