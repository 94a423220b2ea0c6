import type { Amount } from '@app/money';
import type { Mode } from '../ledger/index.ts';

/** Limits of stakes in one currency, the same for every user. */
export type StakeCaps = {
  readonly currency: string;
  /** Stakes are multiples of it. */
  readonly step: Amount;
  readonly stakeMin: Amount;
  readonly stakeMax: Amount;
  /** The most that may be open in one market on one side. */
  readonly openStakesMax: Amount;
};

/** A stake may be paid in the currencies listed for its mode. */
export type SecondsCaps = Readonly<Record<Mode, readonly StakeCaps[]>>;
