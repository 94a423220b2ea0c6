import { assert } from '@app/base';
import { type Amount, add, negate, subtract, ZERO } from '@app/money';
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
  type Transfer,
  userAccount,
} from '../ledger/index.ts';
import type { SpotMarket } from './order.ts';

type Held = {
  readonly orderId: bigint;
  readonly userId: bigint;
  readonly mode: Mode;
  readonly currency: string;
  readonly amount: Amount;
};

/** A user's side of a fill; a resting order pays from its hold, a taker from the available balance. */
export type FillParty = { readonly userId: bigint; readonly feeDue: Amount; readonly paysFromHold: boolean };

export type PostedFill = {
  readonly fillId: bigint;
  readonly mode: Mode;
  readonly shard: string;
  readonly market: Pick<SpotMarket, 'id' | 'base' | 'quote'>;
  readonly quantity: Amount;
  readonly cost: Amount;
  readonly buyer: FillParty | 'house';
  readonly seller: FillParty | 'house';
};

/** Freezes the hold of an order that rests, or that continues to match in the next batch. */
export const postHold = ({ orderId, userId, mode, currency, amount }: Held): Transfer => ({
  kind: 'spot.hold',
  ref: String(orderId),
  mode,
  entries: hold(amount, exchangeAccount(userId, currency)),
});

/**
 * Releases the hold of an order that ends. A surplus is what an order held while it matched over several batches, beyond
 * what its remainder needs; the order goes on, so its last release has another ref.
 */
export const postRelease = ({
  orderId,
  userId,
  mode,
  currency,
  amount,
  isSurplus = false,
}: Held & { readonly isSurplus?: boolean }): Transfer => ({
  kind: 'spot.release',
  ref: isSurplus ? `${orderId}:surplus` : String(orderId),
  mode,
  entries: release(amount, exchangeAccount(userId, currency)),
});

/** What a demo ladder needs to be back at its initial value; a negative amount is returned. */
export type LadderFunding = {
  readonly market: Pick<SpotMarket, 'id' | 'base' | 'quote'>;
  /** Number of this funding, from 1: the ref makes each one unique forever. */
  readonly number: number;
  readonly base: Amount;
  readonly quote: Amount;
};

/** Funds both sides of a demo ladder, or takes back the excess. Demo money only: there is no such source of real money. */
export const postLadderFunding = ({ market, number, base, quote }: LadderFunding): Transfer => ({
  kind: 'spot.ladder.funding',
  ref: `demo:${market.id}:${number}`,
  mode: 'demo',
  entries: [...fundSide(market.id, market.base, base), ...fundSide(market.id, market.quote, quote)],
});

function fundSide(marketId: number, currency: string, missing: Amount): readonly Entry[] {
  const source = demoHouse(currency);
  const ladder = ladderAccount(marketId, currency);
  if (missing === ZERO) return [];
  return missing > ZERO ? move(missing, source, ladder) : move(negate(missing), ladder, source);
}

/** Posts one fill as one transfer: both sides and both fees, all in the quote currency, are booked, or nothing is. */
export function postFill(fill: PostedFill): Transfer {
  const { market, buyer, seller, quantity, cost } = fill;
  assert(!isSame(buyer, seller), 'nobody trades with themselves');
  const fees = add(feeOf(buyer), feeOf(seller));
  const entries = [
    pay(buyer, accountOf(buyer, market, market.quote), add(cost, feeOf(buyer))),
    entry(accountOf(buyer, market, market.base), { available: quantity }),
    pay(seller, accountOf(seller, market, market.base), quantity),
    entry(accountOf(seller, market, market.quote), { available: subtract(cost, feeOf(seller)) }),
  ];
  if (fees > ZERO) entries.push(entry(feeAccount(fill.shard, market.quote), { available: fees }));
  return { kind: 'spot.fill', ref: String(fill.fillId), mode: fill.mode, entries };
}

type Party = FillParty | 'house';

const isSame = (buyer: Party, seller: Party) =>
  buyer === 'house' || seller === 'house' ? buyer === seller : buyer.userId === seller.userId;

const feeOf = (party: Party): Amount => (party === 'house' ? ZERO : party.feeDue);

const accountOf = (party: Party, market: PostedFill['market'], currency: string): AccountName =>
  party === 'house' ? ladderAccount(market.id, currency) : exchangeAccount(party.userId, currency);

/** The house has no holds: its ladder pays from the available balance. */
const pay = (party: Party, account: AccountName, amount: Amount): Entry =>
  entry(account, { [party !== 'house' && party.paysFromHold ? 'frozen' : 'available']: negate(amount) });

/** Returns the shard that is the single writer of a mode's spot markets; its lease has the same name. */
export const spotShard = (mode: Mode): string => `spot-${mode}`;

/** Returns the account a user trades from. */
export const exchangeAccount = (userId: bigint, currency: string): AccountName =>
  userAccount(userId, 'exchange', currency);

/** Returns the account that collects a shard's fees. */
export const feeAccount = (shard: string, currency: string): AccountName => houseAccount(shard, 'fee_income', currency);

/** Returns the source of the demo house's money, which also receives any excess. */
export const demoHouse = (currency: string): AccountName => externalAccount('demo-house', currency);

/** Returns the account the house ladder of one market trades with: one for each of its two currencies. */
export const ladderAccount = (marketId: number, currency: string): AccountName =>
  houseAccount(`ladder-${marketId}`, 'house_ladder', currency);
