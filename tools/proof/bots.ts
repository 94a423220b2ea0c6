import { expectDefined } from '@app/base';
import { type SecondsTerms, secondsSettings } from '@app/domain/seconds';
import { guarantee, judge, type Line } from '../trial/aims.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { type Bot, type Rules, runBot } from './bots/bot.ts';
import {
  createSimulated,
  createWalk,
  NO_JUMPS,
  type PriceSeries,
  SOME_JUMPS,
  tickDeviation,
} from './bots/price-series.ts';

const BETS = 100_000;
/** The mean of so many bets at even odds is more than four standard errors below zero. */
const BETS_SHORT = 3_000;
const LEAD_MS = 500;
const DEVIATIONS = [0, 1, 3, 5] as const;
/** A cancelling bot waits for its move after placing; rarer ones take too long, and add nothing. */
const DEVIATIONS_OF_CANCELS = [1, 3] as const;

/** A kind of prices. Where moves above five deviations are rare, the short form leaves them out. */
type Prices = { readonly name: string; readonly create: (seed: number) => PriceSeries; readonly isRare: boolean };

const WALKS: readonly Prices[] = [
  { name: 'random walk', create: (seed) => createWalk(seed, NO_JUMPS), isRare: true },
  { name: 'random walk with jumps', create: (seed) => createWalk(seed, SOME_JUMPS), isRare: false },
];
const SIMULATOR: Prices = { name: 'simulator', create: createSimulated, isRare: true };

/** Proves that a head start does not pay, and that without the rules against it the same bots would earn. */
export const bots: Trial = {
  name: 'bots',
  claim: 'Bots that see prices 500 ms early earn nothing with seconds options; without the 1 s rules they would.',
  touches: ['packages/domain/src/seconds/', 'packages/money/', 'apps/server/src/modules/market/source/simulator/'],
  seconds: 6,
  isMoney: true,
  run: (options) => Promise.resolve(prove(options)),
};

function prove(options: TrialOptions): Verdict {
  if (!options.short) printLongerLeads(options);
  const compared = [
    ...WALKS.map((prices) => tryChoosing(prices, options)),
    ...WALKS.map((prices) => tryCancelling(prices, options)),
    tryChoosing(SIMULATOR, options),
  ];
  const earned = compared.flatMap((each) => each.earned);
  const bets = `${earned.length} bots with ${betsOf(options)} bets each`;
  const range = `${percent(Math.min(...earned))} to ${percent(Math.max(...earned))}`;
  return judge(
    compared.flatMap(({ lines }) => lines),
    `${bets} earn ${range} of a stake`,
  );
}

/** The shortest bet, in which a head start counts most. */
function rulesOf({ payouts, ...timing }: SecondsTerms): Rules {
  const { seconds, rate } = expectDefined(payouts[0], 'a payout');
  return { ...timing, seconds, payoutRate: rate };
}

const RULES = rulesOf(secondsSettings.terms.initial);

type Comparison = Pick<Bot, 'strategy'> & {
  readonly deviations: readonly number[];
  /** The rules with one of them switched off, and which it is. */
  readonly without: Rules;
  readonly rule: string;
};

/** Compares bots that bet on the move they see, with and without the delay of the entry tick. */
const tryChoosing = (prices: Prices, options: TrialOptions): Compared =>
  compare(prices, options, {
    strategy: 'choose',
    deviations: DEVIATIONS.filter((deviation) => !(options.short && prices.isRare && deviation === 5)),
    without: { ...RULES, entryDelayMs: 0 },
    rule: 'the delay of the entry tick',
  });

/** Compares bots that cancel what they see losing, with the lead of a cancel and with any cancel before the entry tick. */
const tryCancelling = (prices: Prices, options: TrialOptions): Compared =>
  compare(prices, options, {
    strategy: 'cancel',
    deviations: DEVIATIONS_OF_CANCELS,
    without: { ...RULES, cancelLeadMs: 1 },
    rule: 'the lead of a cancel',
  });

/** What bots earn under the rules, and what is required of it. */
type Compared = { readonly earned: readonly number[]; readonly lines: readonly Line[] };

function compare(
  { name, create }: Prices,
  { seed, print, short }: TrialOptions,
  { strategy, deviations, without, rule }: Comparison,
): Compared {
  const deviation = tickDeviation(create(seed));
  const results = deviations.map((times) => {
    const bot: Bot = { leadMs: LEAD_MS, threshold: times * deviation, strategy };
    const [own = 0, free = 0] = runBot(create(seed), bot, [RULES, without], betsOf({ short }));
    print(
      `${name}, ${strategy}, moves above ${times} deviations: ${percent(own)} a bet; without ${rule} ${percent(free)}`,
    );
    return { times, own, free };
  });
  const best = Math.max(...results.map(({ free }) => free));
  return {
    earned: results.map(({ own }) => own),
    lines: [
      ...results.map(({ times, own }) =>
        guarantee(`${name}, ${strategy}, moves above ${times} deviations: ${percent(own)} is not above zero`, own <= 0),
      ),
      guarantee(`${name}, ${strategy}: without ${rule} the best earns ${percent(best)}, above zero`, best > 0),
    ],
  };
}

/** Prints what a longer head start than the rule is made for would earn: the limit of the rule, not a guarantee. */
function printLongerLeads({ seed, print, short }: TrialOptions): void {
  const create = () => createWalk(seed, NO_JUMPS);
  const threshold = 3 * tickDeviation(create());
  for (const leadMs of [1_000, 1_500, 2_000]) {
    const [earned = 0] = runBot(create(), { leadMs, threshold, strategy: 'choose' }, [RULES], betsOf({ short }));
    print(`random walk, choose, prices ${leadMs} ms early, moves above 3 deviations: ${percent(earned)} a bet`);
  }
}

const betsOf = ({ short }: Pick<TrialOptions, 'short'>) => (short ? BETS_SHORT : BETS);
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
