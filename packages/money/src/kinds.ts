import type { Brand } from '@app/base';

/** Decimal places of every asset: one scale, so no sum can mix scales. */
export const PLACES = 18;
export const ONE = 10n ** 18n;

/** A quantity of one asset. */
export type Amount = Brand<bigint, 'Amount'>;
/** Quote units per one base unit. */
export type Price = Brand<bigint, 'Price'>;
/** A dimensionless factor: 1.0 is ONE, one percent is ONE / 100n. */
export type Rate = Brand<bigint, 'Rate'>;
/** A number with eighteen decimal places, of any kind. */
export type Decimal = Amount | Price | Rate;

/** Amount times rate with thirty-six decimal places: exact, so nothing is rounded until it is charged. */
export type ExactFee = Brand<bigint, 'ExactFee'>;

/** Rounding direction: down is towards zero, up is away from it. There is no third mode and no default. */
export type Rounding = 'down' | 'up';
