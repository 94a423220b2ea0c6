import { chargeOvernight, postOvernight } from '@app/domain/contract';
import { add, ZERO } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import type { ChargeCommand } from './commands.ts';
import type { Charging, ContractMarketState, ContractRows, ContractState, Deal } from './contract-state.ts';
import { CURRENCY, chargeDeal, type DecisionContext, missingOf, ownAccount, platformAccounts } from './deals.ts';
import { RowsOfCommand } from './rows-of-command.ts';

/** Most positions that are looked at to find those to charge. */
const LOOKED_AT_ONCE = 2_000;
/** Charges that take as long as one settlement. */
const CHARGES_A_SETTLEMENT = 4;

/** Takes the next positions to charge from a market. Returns the command if there are any. */
export function nextCharges({ chunk }: ContractState, at: ContractMarketState): ChargeCommand | undefined {
  const [first] = at.chargeDays;
  if (first === undefined) return undefined;
  at.charging ??= { ...first, rest: at.deals.values(), chunk: [] };
  const { charging } = at;
  if (charging.chunk.length === 0 && takeChunk(charging, chunk * CHARGES_A_SETTLEMENT)) {
    at.chargeDays = at.chargeDays.slice(1);
    at.charging = undefined;
  }
  return { name: 'charge', market: at.market.id };
}

/** Fills the chunk; true if nobody is left. */
function takeChunk(charging: Charging, most: number): boolean {
  const chunk: Deal[] = [];
  for (let looked = 0; looked < LOOKED_AT_ONCE && chunk.length < most; looked++) {
    const { value: deal, done } = charging.rest.next();
    if (done === true) {
      charging.chunk = chunk;
      return chunk.length === 0;
    }
    if (isDue(deal, charging)) chunk.push(deal);
  }
  charging.chunk = chunk;
  return false;
}

/** Whether a position was open before the night and is not charged for it. */
const isDue = ({ status, position, overnightDay }: Deal, { day, index }: Charging): boolean =>
  (status === 'open' || status === 'closing') && position.overnightSince < index && (overnightDay ?? '') < day;

export const chargeAccounts = (state: ContractState, at: ContractMarketState | undefined) => [
  platformAccounts(state).fees,
  ...(at?.charging?.chunk.map(({ userId }) => ownAccount(userId)) ?? []),
];

/**
 * Charges some positions for a night, out of their margin. The overnight index counts from its tick on, whether or not a
 * position is charged yet; so this is done whenever there is nothing more urgent.
 */
export function chargeNights(
  state: ContractState,
  { command, atMs }: Input<ChargeCommand>,
  { balances, nextId }: DecisionContext,
): Outcome<ContractRows> {
  const rows = new RowsOfCommand(balances);
  const at = state.markets.get(command.market);
  const charging = at?.charging;
  if (at === undefined || charging === undefined) return rows.done(null, null);
  const { fees } = platformAccounts(state);
  const missingAccounts = missingOf(balances, [fees]);
  if (missingAccounts.length > 0) return { kind: 'deferred', missingAccounts };
  const kept: Deal[] = [];
  for (const deal of charging.chunk) {
    if (state.deals.get(deal.id) !== deal || !isDue(deal, charging)) continue; // It has ended meanwhile.
    if (balances.of(ownAccount(deal.userId)) === undefined) {
      kept.push(deal);
      continue;
    }
    const { charge, position } = chargeOvernight(deal.position, charging.index);
    const ref = `${deal.id}:${charging.day}`;
    if (charge > ZERO)
      rows.post(postOvernight({ ref, userId: deal.userId, mode: state.mode, currency: CURRENCY }, charge));
    chargeDeal(deal, { position, overnightDay: charging.day, fees: add(deal.fees, charge) });
    rows.fee({ userId: deal.userId, fee: charge, atMs });
    rows.charge({ id: nextId(), deal, day: charging.day, charge, atMs });
  }
  const isStuck = kept.length > 0 && kept.length === charging.chunk.length;
  charging.chunk = kept;
  if (isStuck) return { kind: 'deferred', missingAccounts: kept.map(({ userId }) => ownAccount(userId)) };
  return rows.done(null, null);
}
