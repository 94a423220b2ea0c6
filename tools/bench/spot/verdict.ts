import { atLeast, atMost, judge, type Line, ms, ratio } from '../../trial/aims.ts';
import type { Verdict } from '../../trial/trial.ts';
import type { Comparison } from '../bare/compare.ts';
import { DUST, type Dust } from './dust.ts';
import type { Held } from './isolation.ts';
import type { Round } from './round.ts';

export const AIMS = {
  ratio: 0.75,
  walBytes: 2_500,
  storedBytes: 1_200,
  p99Ms: 150,
  heldTimes: 2,
  historyRatio: 0.75,
} as const;

export type Figures = {
  readonly compared: Comparison<Round>;
  /** WAL without full-page images, which depend on how long ago the last checkpoint was; and with them. */
  readonly walBytes: number;
  readonly walBytesInAll: number;
  readonly storedBytes: number;
  readonly p50: number;
  readonly p99: number;
  readonly dust: Dust;
};

/**
 * Figures of the long form only: other users' latencies while one account is locked, and the rate with years of
 * history.
 */
export type LongFigures = { readonly helds: readonly Held[]; readonly history: number };

/** Judges the figures. The run itself asserts that half of the orders match and that every response is committed. */
export function judgeSpot(figures: Figures, long?: LongFigures): Verdict {
  const { compared, walBytes, walBytesInAll, storedBytes, p50, p99 } = figures;
  const lines = [...linesOf(figures), ...(long === undefined ? [] : longLinesOf(long))];
  const summary = [
    `${Math.round(compared.ours)} orders/s, bare ${Math.round(compared.bare)}, ratio ${ratio(compared.ratio)}`,
    `an order takes ${bytes(walBytes)} of WAL (${bytes(walBytesInAll)} with page images) and ${bytes(storedBytes)} stored`,
    `at half load p50 ${ms(p50)}, p99 ${ms(p99)}`,
    describeDust(figures.dust),
    ...(long === undefined ? [] : [describeLong(long)]),
  ];
  return judge(lines, summary.join('; '));
}

const describeDust = ({ largeMs, freeP99, dustP99, sameMarketMs }: Dust) =>
  `an order against ${DUST} small ones filled whole ${largeMs.length} times, the slowest in ${ms(Math.max(...largeMs))}; ` +
  `p99 of other markets ${ms(freeP99)} before, ${ms(dustP99)} meanwhile; slowest of the same market ${ms(sameMarketMs)}`;

const bytes = (value: number) => `${value.toFixed(0)} bytes`;

const linesOf = ({ compared, walBytes, storedBytes, p99 }: Figures): Line[] => [
  atLeast({ text: 'ratio to bare', value: compared.ratio, aim: AIMS.ratio, format: ratio }),
  atMost({ text: 'WAL of an order', value: walBytes, aim: AIMS.walBytes, format: bytes }),
  atMost({ text: 'stored of an order', value: storedBytes, aim: AIMS.storedBytes, format: bytes }),
  atMost({ text: 'p99 at half load', value: p99, aim: AIMS.p99Ms, format: ms }),
];

/** Orders that must match a locked user's best order wait for it: that case is reported and has no aim. */
function longLinesOf({ helds: [idle, ordering], history }: LongFigures): Line[] {
  const held = (text: string, value: number) => atMost({ text, value, aim: AIMS.heldTimes, format: ratio });
  return [
    held('p99 of others while an idle account is held, times', timesOf(idle)),
    held('p99 of others while an ordering account is held, times', timesOf(ordering)),
    atLeast({ text: 'rate with history', value: history, aim: AIMS.historyRatio, format: ratio }),
  ];
}

const timesOf = (held: Held | undefined) => (held?.heldP99 ?? Number.NaN) / (held?.freeP99 ?? Number.NaN);

const describeLong = ({ helds: [idle, ordering], history }: LongFigures) =>
  `p99 of others while one is held ${ratio(timesOf(idle))} and ${ratio(timesOf(ordering))} times; with history ${ratio(history)} of the rate without`;
