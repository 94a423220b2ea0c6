import { type Amount, add, type Rate, ratio, subtract, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { readSecondsStats } from '@app/protocol/seconds';

/** What all bets of one market, UTC day and currency came to, as published. */
export type DayOfMarket = Output<typeof readSecondsStats>['list'][number];

type Counts = Pick<DayOfMarket, 'profits' | 'losses' | 'flats' | 'voids' | 'cancels'>;

export type Figures = Counts & {
  readonly currency: string;
  /** All bets, also those whose stake was returned without a result. */
  readonly bets: number;
  readonly stakes: Amount;
  readonly returned: Amount;
  /** What Tidemark won or lost: settled stakes less what was paid to them. */
  readonly result: Amount;
  /** Share of settled bets that won; undefined without any. */
  readonly wins: Rate | undefined;
  /** What was paid out of a settled stake; undefined without any. */
  readonly paid: Rate | undefined;
};

/** Returns the figures of several days or markets, for each currency; amounts of two currencies are never added. */
export function figuresOf(days: readonly DayOfMarket[]): readonly Figures[] {
  const currencies = [...new Set(days.map(({ currency_name }) => currency_name))];
  return currencies.map((currency) =>
    sumOf(
      currency,
      days.filter(({ currency_name }) => currency_name === currency),
    ),
  );
}

function sumOf(currency: string, days: readonly DayOfMarket[]): Figures {
  const count = (name: keyof Counts) => days.reduce((all, day) => all + day[name], 0);
  const total = (name: 'stakes' | 'returned') => days.reduce((all, day) => add(all, day[name]), ZERO as Amount);
  const counts = {
    profits: count('profits'),
    losses: count('losses'),
    flats: count('flats'),
    voids: count('voids'),
    cancels: count('cancels'),
  };
  const settled = counts.profits + counts.losses + counts.flats;
  const stakes = total('stakes');
  const returned = total('returned');
  return {
    ...counts,
    currency,
    bets: settled + counts.voids + counts.cancels,
    stakes,
    returned,
    result: subtract(stakes, returned),
    wins: settled === 0 ? undefined : ratio(BigInt(counts.profits) as Amount, BigInt(settled) as Amount, 'down'),
    paid: stakes === ZERO ? undefined : ratio(returned, stakes, 'down'),
  };
}

/** Groups rows by their day, in the order they came. */
export function byDay(rows: readonly DayOfMarket[]): readonly (readonly [day: string, rows: readonly DayOfMarket[]])[] {
  const days = [...new Set(rows.map(({ day }) => day))];
  return days.map((day) => [day, rows.filter((row) => row.day === day)] as const);
}
