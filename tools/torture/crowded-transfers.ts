import { entry, type Transfer } from '@app/domain/ledger';
import { negate } from '@app/money';
import { units, walletOf } from './ledger-load.ts';

export const USERS = 400;
const PAYERS = 10;
const REMEMBERED = 1_000;
const REPEATED_OF_A_HUNDRED = 5;

/** State shared by the connections of one run: the next ref, and the latest transfers, some of which are sent again. */
export type Deck = { next: number; readonly recent: Transfer[] };

export const newDeck = (): Deck => ({ next: 1, recent: [] });

/**
 * Creates transfers in which ten accounts pay one unit each to ten others, in random order. Some repeat a transfer that
 * another connection is sending concurrently: the same ref in two batches is the other cause of mutual waits.
 */
export function chooseTransfers(deck: Deck, below: (end: number) => number, count: number): Transfer[] {
  return Array.from({ length: count }, () => {
    const earlier = deck.recent[below(REMEMBERED)];
    if (earlier !== undefined && below(100) < REPEATED_OF_A_HUNDRED) return earlier;
    const transfer = newTransfer(deck.next, below);
    deck.recent[deck.next % REMEMBERED] = transfer;
    deck.next += 1;
    return transfer;
  });
}

function newTransfer(number: number, below: (end: number) => number): Transfer {
  const users = new Set<number>();
  while (users.size < 2 * PAYERS) users.add(1 + below(USERS));
  const entries = [...users].map((user, index) =>
    entry(walletOf(user), { available: index % 2 === 0 ? negate(units(1)) : units(1) }),
  );
  return { kind: 'torture.crowd', ref: String(number), mode: 'real', entries };
}
