import { type Decision, ok, refuse } from '@app/base';
import type { DealState } from '@app/domain/contract';
import type { ContractState, Deal } from './contract-state.ts';

/**
 * Finds a live deal of a user in a state. The API has checked whose it is, so one that is not live any more has ended
 * meanwhile.
 */
export function findOwn(
  { deals }: ContractState,
  { userId, command }: { readonly userId: bigint; readonly command: { readonly id: bigint } },
  ...states: readonly DealState[]
): Decision<Deal, 'not_found' | 'order_state_changed'> {
  const deal = deals.get(command.id);
  if (deal === undefined) return refuse('order_state_changed');
  if (deal.userId !== userId) return refuse('not_found');
  return states.includes(deal.status) ? ok(deal) : refuse('order_state_changed');
}
