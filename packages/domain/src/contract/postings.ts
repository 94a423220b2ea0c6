import { assert } from '@app/base';
import { type Amount, add, negate, sum, ZERO } from '@app/money';
import {
  type AccountName,
  type Entry,
  entry,
  externalAccount,
  hold,
  houseAccount,
  type Mode,
  move,
  release,
  reserveAccount,
  type Transfer,
  type TransferKind,
  userAccount,
} from '../ledger/index.ts';
import type { OpeningCost } from './open-position.ts';
import type { Cover, Settlement } from './settle-position.ts';

/** Whose money moves, in which currency and mode. The ref makes each transfer of a kind unique forever. */
export type ContractParty = {
  readonly ref: string;
  readonly userId: bigint;
  readonly mode: Mode;
  readonly currency: string;
};

const transfer = (kind: TransferKind, { ref, mode }: ContractParty, entries: readonly Entry[]): Transfer => ({
  kind,
  ref,
  mode,
  entries,
});

/** Freezes what a pending order holds: margin and opening fee at its limit. */
export const postPendingHold = (party: ContractParty, { margin, fee }: OpeningCost): Transfer =>
  transfer('contract.hold', party, hold(add(margin, fee), accountOf(party)));

/** Releases what a cancelled pending order held. */
export const postPendingRelease = (party: ContractParty, { margin, fee }: OpeningCost): Transfer =>
  transfer('contract.release', party, release(add(margin, fee), accountOf(party)));

/** Posts an opening: the margin is frozen and the fee paid. What its pending order held is released at the same time. */
export function postOpening(
  party: ContractParty,
  { margin, fee }: OpeningCost,
  held: OpeningCost = { margin: ZERO, fee: ZERO },
): Transfer {
  const own = accountOf(party);
  const released = add(held.margin, held.fee);
  return transfer('contract.open', party, [
    ...(released > ZERO ? release(released, own) : []),
    ...hold(margin, own),
    ...pay(fee, own, feeIncome(party)),
  ]);
}

/** How a position ended. */
export type EndOfPosition = 'close' | 'liquidation' | 'delivery';

/**
 * Posts the end of a position or of a part. The frozen margin is released, gain or loss moves between the user and the
 * platform, and fees are paid. What the margin did not cover is paid to the platform by overnight fees given back, then
 * the insurance fund, then capital; what is uncovered the platform does not get.
 */
export function postSettlement(
  party: ContractParty,
  end: EndOfPosition,
  { settlement, cover }: { readonly settlement: Settlement; readonly cover: Cover },
): Transfer {
  const { margin, result, overnight, overnightReturned, fee, liquidationFee, shortfall } = settlement;
  assert(sum([cover.insurance, cover.capital, cover.uncovered]) === shortfall, 'the cover is the shortfall');
  const own = accountOf(party);
  const platform = platformResult(party);
  const insurance = reserveAccount('insurance', party.currency);
  const paidByUser = negate(sum([result, overnightReturned, shortfall]));
  return transfer(`contract.${end}`, party, [
    ...(margin > ZERO ? release(margin, own) : []),
    ...(result > ZERO ? move(result, platform, own) : pay(paidByUser, own, platform)),
    ...pay(overnightReturned, feeIncome(party), platform),
    ...pay(cover.insurance, insurance, platform),
    ...pay(cover.capital, reserveAccount('capital', party.currency), platform),
    ...pay(sum([overnight, fee]), own, feeIncome(party)),
    ...pay(liquidationFee, own, insurance),
  ]);
}

/** Posts the fee of a night, out of the frozen margin. */
export const postOvernight = (party: ContractParty, charge: Amount): Transfer =>
  transfer('contract.overnight', party, [
    entry(accountOf(party), { frozen: negate(charge) }),
    entry(feeIncome(party), { available: charge }),
  ]);

/** Freezes margin that the user adds. */
export const postMarginAdded = (party: ContractParty, amount: Amount): Transfer =>
  transfer('contract.margin_added', party, hold(amount, accountOf(party)));

/** Releases margin that the user removes. */
export const postMarginRemoved = (party: ContractParty, amount: Amount): Transfer =>
  transfer('contract.margin_removed', party, release(amount, accountOf(party)));

const pay = (amount: Amount, from: AccountName, to: AccountName): readonly Entry[] =>
  amount > ZERO ? move(amount, from, to) : [];

const accountOf = ({ userId, currency }: ContractParty): AccountName => contractAccount(userId, currency);

/** Returns the shard that is the single writer of a mode's contracts. */
export const contractShard = (mode: Mode): string => `contract-${mode}`;

/** Returns the account that margin and results of a user's contracts move through. */
export const contractAccount = (userId: bigint, currency: string): AccountName =>
  userAccount(userId, 'contract', currency);

/** Returns the platform's account as counterparty: it pays gains and receives losses. */
export const platformResult = ({ mode, currency }: Pick<ContractParty, 'mode' | 'currency'>): AccountName =>
  houseAccount(contractShard(mode), 'house_pnl', currency);

/** Returns the account that collects the fees of contracts. */
export const feeIncome = ({ mode, currency }: Pick<ContractParty, 'mode' | 'currency'>): AccountName =>
  houseAccount(contractShard(mode), 'fee_income', currency);

/** Returns where the money of the demo platform comes from. */
const demoSource = (currency: string): AccountName => externalAccount('demo-house', currency);

/** Funds the demo platform's capital and insurance fund, which nobody else pays into. */
export const postDemoFunding = (
  ref: string,
  currency: string,
  funds: { readonly capital: Amount; readonly insurance: Amount },
): Transfer => ({
  kind: 'contract.funding',
  ref,
  mode: 'demo',
  entries: [
    ...pay(funds.capital, demoSource(currency), reserveAccount('capital', currency)),
    ...pay(funds.insurance, demoSource(currency), reserveAccount('insurance', currency)),
  ],
});
