import type { Verdict } from '../../trial/trial.ts';
import type { Comparison } from './compare.ts';
import type { Held } from './isolation.ts';

export const AIMS = {
  ratio: 0.75,
  walBytes: 2_500,
  storedBytes: 1_200,
  p99Ms: 150,
  heldTimes: 2,
  historyRatio: 0.75,
} as const;
/** On a busy machine short runs moved between 0.21 and 0.47; a plan that has gone wrong stands far below. */
const FLOOR_WHEN_SHORT = 0.15;

export type Figures = {
  readonly compared: Comparison;
  /** Without images of whole pages, which depend on how long ago the last checkpoint was; and with them. */
  readonly walBytes: number;
  readonly walBytesInAll: number;
  readonly storedBytes: number;
  readonly p50: number;
  readonly p99: number;
};

export function judgeShort({ compared, walBytes, p99 }: Figures): Verdict {
  const figure = `${describe(compared)}, ${(walBytes / 1_000).toFixed(1)} kB of WAL an order, p99 ${p99.toFixed(0)} ms`;
  return {
    holds: compared.ratio >= FLOOR_WHEN_SHORT,
    figure: `${figure} (short: only ${FLOOR_WHEN_SHORT} was asked for)`,
  };
}

export function judge(
  { compared, walBytes, walBytesInAll, storedBytes, p50, p99 }: Figures,
  helds: readonly Held[],
  history: number,
) {
  const [idle, ordering] = helds;
  const times = (held: Held | undefined) => (held?.heldP99 ?? Number.NaN) / (held?.freeP99 ?? Number.NaN);
  const checks = [
    compared.ratio >= AIMS.ratio,
    walBytes <= AIMS.walBytes,
    storedBytes <= AIMS.storedBytes,
    p99 <= AIMS.p99Ms,
    times(idle) <= AIMS.heldTimes && times(ordering) <= AIMS.heldTimes,
    history >= AIMS.historyRatio,
  ];
  const figure = [
    describe(compared),
    `an order takes ${walBytes.toFixed(0)} bytes of WAL (aim ${AIMS.walBytes}; ${walBytesInAll.toFixed(0)} with page images) and ${storedBytes.toFixed(0)} stored (aim ${AIMS.storedBytes})`,
    `at half load p50 ${p50.toFixed(0)} and p99 ${p99.toFixed(0)} ms (aim ${AIMS.p99Ms})`,
    `p99 of others while one is held ${times(idle).toFixed(2)} and ${times(ordering).toFixed(2)} times (aim ${AIMS.heldTimes})`,
    `with history ${history.toFixed(2)} of the rate without (aim ${AIMS.historyRatio})`,
  ];
  return { holds: checks.every(Boolean), figure: figure.join('; ') };
}

const describe = ({ ours, bare, ratio }: Comparison) =>
  `${Math.round(ours)} orders/s, bare ${Math.round(bare)}, ratio ${ratio.toFixed(2)} (aim ${AIMS.ratio})`;
