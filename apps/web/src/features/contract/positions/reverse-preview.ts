import type { ContractTerms } from '@app/domain/contract';
import {
  type ContractNow,
  closePosition,
  liquidationPrice,
  openingPrice,
  type Position,
  positionAt,
  quoteAround,
  type Settlement,
} from '@app/domain/contract';
import { type Amount, add, type Price, type Rate, subtract } from '@app/money';

/** Both legs of a reversal at the price of now. */
export type ReversePreview = {
  readonly closed: Settlement;
  /** What the close realises: the result less fees. */
  readonly realised: Amount;
  readonly opened: Position;
  readonly liquidation: Price | undefined;
  /** Whether what comes back and what is available pay for margin and fee of the new position. */
  readonly isFunded: boolean;
};

type ReverseContext = {
  readonly now: ContractNow;
  readonly spreadRate: Rate;
  /** Terms in force: the new position keeps them. */
  readonly terms: ContractTerms;
  readonly available: Amount;
};

/** Previews a reversal: the same lots and leverage on the other side, both at one price. */
export function previewReverse(
  position: Position,
  { now, spreadRate, terms, available }: ReverseContext,
): ReversePreview {
  const { market, lots, leverage } = position;
  const quote = quoteAround(now.index, market, spreadRate);
  const closed = closePosition(position, quote, now.overnightIndex);
  const side = position.side === 'long' ? 'short' : 'long';
  const opened = positionAt({ side, lots, leverage }, openingPrice(side, quote), { market, rules: { terms }, now });
  return {
    closed,
    realised: subtract(closed.returned, closed.margin),
    opened,
    liquidation: liquidationPrice(opened, now.overnightIndex),
    isFunded: add(opened.margin, opened.openFee) <= add(available, closed.returned),
  };
}
