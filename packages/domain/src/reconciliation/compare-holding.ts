import { type Amount, add, max, subtract, ZERO } from '@app/money';

/** Coins of one currency on a chain at one block, and what the books say about them. */
export type Holding = {
  /** At every address that is the exchange's. */
  readonly onChain: Amount;
  /** What users have sent there, less what was sent to them, as the ledger has it. */
  readonly booked: Amount;
  /** Deposits of blocks up to this one that are not credited yet. */
  readonly arriving: Amount;
  /** Withdrawals that blocks up to this one contain and the ledger does not have yet. */
  readonly leaving: Amount;
  /** Fees of the chain that were paid from these addresses. */
  readonly gas: Amount;
  /** Coins that no deposit explains: the exchange's own, and what arrived in a way that is not seen. */
  readonly unexplained: Amount;
};

export type Comparison = {
  readonly expected: Amount;
  /** More than expected: coins that nothing explains yet. */
  readonly surplus: Amount;
  /** Less than expected: coins have left that nobody sent. */
  readonly shortage: Amount;
};

/** Compares a chain with the books. */
export function compareHolding({ onChain, booked, arriving, leaving, gas, unexplained }: Holding): Comparison {
  const expected = subtract(add(add(booked, arriving), unexplained), add(leaving, gas));
  return {
    expected,
    surplus: max(subtract(onChain, expected), ZERO),
    shortage: max(subtract(expected, onChain), ZERO),
  };
}

/** What is left of the exchange's own coins; below zero, users' coins have paid fees of the chain. */
export const ownCoins = ({ unexplained, gas }: Pick<Holding, 'unexplained' | 'gas'>): Amount =>
  subtract(unexplained, gas);
