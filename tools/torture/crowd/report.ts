import type { Crowd } from './trade.ts';

type Run = { readonly tookMs: number; readonly trades: number };

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Formats the statistics of a run. */
export function describeRun({ clients, tally, placed }: Crowd, { tookMs, trades }: Run): readonly string[] {
  const figures = (of: 'frames' | 'gaps' | 'fetches') => sumOf(clients.map((client) => client.figures[of]));
  const quantile = quantilesOf(tally.tookMs);
  const counts = (all: ReadonlyMap<string, number>) =>
    [...all]
      .sort(([, a], [, b]) => b - a)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
  return [
    `${tally.tookMs.length} actions in ${Math.round(tookMs / 1_000)} s; ${placed.length} orders acknowledged, ${trades} trades shown`,
    `answers: ${counts(tally.answers)}`,
    `repeated with the same key: ${counts(tally.repeated) || 'none'}`,
    `orders frames ${figures('frames')}, gaps ${figures('gaps')}, fetches ${figures('fetches')}, gaps of public channels ${sumOf(clients.map(({ book }) => book.gaps()))}`,
    `HTTP answers: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, longest ${quantile(1)} ms`,
  ];
}

function quantilesOf(values: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(values).sort();
  return (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
}
