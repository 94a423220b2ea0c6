import type { Payout, StakeCaps } from '@app/domain/seconds';
import { type Amount, add, formatDecimal, multiplyByCount, readDecimal, subtract } from '@app/money';

/** What is chosen and typed. A length of 0 is the one that is offered first. */
export type BetForm = { readonly seconds: number; readonly stake: string; readonly currency: string };

export const EMPTY_FORM: BetForm = { seconds: 0, stake: '', currency: '' };

export const isBetForm = (kept: unknown): kept is BetForm => {
  const { seconds, stake, currency } = (kept ?? {}) as Partial<BetForm>; // Checked below.
  return typeof seconds === 'number' && typeof stake === 'string' && typeof currency === 'string';
};

/** Returns what was typed as an amount; undefined if it is none. */
export const readStake = (text: string): Amount | undefined => readDecimal<Amount>(text);

/** Offered first if the table has it: long enough to follow the price. */
const USUAL_SECONDS = 60;

/** Returns the chosen payout; one that is no longer in the table is replaced by the usual one, or the first. */
export const chosenPayout = (payouts: readonly Payout[], seconds: number): Payout | undefined =>
  payouts.find((it) => it.seconds === seconds) ?? payouts.find((it) => it.seconds === USUAL_SECONDS) ?? payouts[0];

/** Multiples of the least stake that are offered. */
const PRESETS = [2, 10, 20] as const;

/** Returns the stakes that are offered: small ones, also where much is allowed. */
export const presetsOf = ({ stakeMin, stakeMax }: StakeCaps): readonly Amount[] =>
  PRESETS.map((times) => multiplyByCount(stakeMin, times)).filter((stake) => stake <= stakeMax);

/** Returns the stake one step on, within the limits; undefined at their ends. A step is the least stake. */
export function stepStake(held: string, direction: 'less' | 'more', caps: StakeCaps): string | undefined {
  const from = readStake(held);
  if (from === undefined) return formatDecimal(caps.stakeMin);
  const next = direction === 'more' ? add(from, caps.stakeMin) : subtract(from, caps.stakeMin);
  return next >= caps.stakeMin && next <= caps.stakeMax ? formatDecimal(next) : undefined;
}

/** Returns the decimal places of stakes. */
export const placesOf = ({ step }: Pick<StakeCaps, 'step'>): number => formatDecimal(step).split('.')[1]?.length ?? 0;
