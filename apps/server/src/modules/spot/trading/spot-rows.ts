import type { Side } from '@app/domain/spot';
import type { Amount, Price } from '@app/money';
import type { Receipt } from '../../proof/index.ts';
import type { SpotMarketState, SpotOrder } from './spot-state.ts';

export type FillRow = {
  readonly id: bigint;
  readonly market: SpotMarketState['market'];
  readonly side: Side;
  readonly price: Price;
  readonly quantity: Amount;
  readonly cost: Amount;
  /** Undefined for the house. */
  readonly taker: SpotOrder | undefined;
  readonly maker: SpotOrder | undefined;
  readonly takerFee: Amount;
  readonly makerFee: Amount;
  readonly atMs: number;
};

/** Rows written by one command. Orders are the live objects: a batch writes each once, in its final state. */
export type SpotRows = {
  readonly placed: readonly SpotOrder[];
  readonly changed: readonly SpotOrder[];
  readonly fills: readonly FillRow[];
  readonly receipts: readonly Receipt[];
};

export const NO_ROWS: SpotRows = { placed: [], changed: [], fills: [], receipts: [] };
