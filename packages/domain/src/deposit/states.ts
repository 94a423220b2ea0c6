/**
 * States of a deposit. `seen`: in a block of the chain, with too few confirmations. `suspect`: reported by the chain, but
 * no balance moved; it is never credited. `orphaned`: its block left the chain before the credit, `reversed`: after it.
 */
export const DEPOSIT_STATES = ['seen', 'credited', 'suspect', 'orphaned', 'reversed'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/** What a deposit may become. The same transaction may return in another block, so only nothing is the end for good. */
export const NEXT_STATES: Readonly<Record<DepositState, readonly DepositState[]>> = {
  seen: ['credited', 'orphaned', 'suspect'],
  credited: ['reversed'],
  suspect: ['orphaned'],
  orphaned: ['seen', 'suspect'],
  reversed: ['seen', 'suspect'],
};

/** What a deposit becomes whose block is no longer part of the chain. */
export function stateAfterReorganisation(state: DepositState): DepositState {
  return state === 'credited' || state === 'reversed' ? 'reversed' : 'orphaned';
}

/** Returns how many blocks stand for a block, its own included; none for one above the head. */
export const confirmationsOf = (block: number, head: number): number => Math.max(head - block + 1, 0);
