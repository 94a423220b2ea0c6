import type { Brand } from '@app/base';

/** Eighteen places for every asset: one scale, so no sum can mix scales. */
export const PLACES = 18;
export const ONE = 10n ** 18n;

/** So much of one asset. */
export type Amount = Brand<bigint, 'Amount'>;
/** Quote units per one base unit. */
export type Price = Brand<bigint, 'Price'>;
/** A bare factor: 1.0 is ONE, one percent is ONE / 100n. */
export type Rate = Brand<bigint, 'Rate'>;
/** A number at eighteen places, whatever it counts. */
export type Decimal = Amount | Price | Rate;

/** Amount times rate at thirty-six places: nothing is lost, so nothing is rounded until it is charged. */
export type ExactFee = Brand<bigint, 'ExactFee'>;

/** Down is towards zero, up is away from it. There is no third way and no default. */
export type Rounding = 'down' | 'up';
