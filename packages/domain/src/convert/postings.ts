import type { Amount } from '@app/money';
import {
  type AccountName,
  externalAccount,
  houseAccount,
  type Mode,
  move,
  type Transfer,
  userAccount,
} from '../ledger/index.ts';
import type { Funding } from './inventory.ts';
import type { ConvertAccount } from './quote-conversion.ts';

/** A user's conversion; its id makes it unique. */
export type PostedConversion = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly mode: Mode;
  readonly account: ConvertAccount;
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  readonly received: Amount;
};

/** Names the platform's inventory of a coin, from which conversions are paid and into which they pay. */
export const inventoryAccount = (currency: string): AccountName => houseAccount('convert', 'inventory', currency);

/** Names the source of the demo inventory's money, which also receives any excess. */
export const demoSource = (currency: string): AccountName => externalAccount('demo-convert', currency);

/** Posts both sides at once: the user's coin into the inventory, the other coin out of it. */
export const postConversion = (conversion: PostedConversion): Transfer => {
  const { id, userId, mode, account, from, to, amount, received } = conversion;
  return {
    kind: 'convert',
    ref: String(id),
    mode,
    entries: [
      ...move(amount, userAccount(userId, account, from), inventoryAccount(from)),
      ...move(received, inventoryAccount(to), userAccount(userId, account, to)),
    ],
  };
};

/** Posts what the demo inventory gets and returns for one conversion, under that conversion's id. */
export const postDemoFunding = (
  { id, from, to }: Pick<PostedConversion, 'id' | 'from' | 'to'>,
  { toAdded, fromReturned }: Funding,
): Transfer => ({
  kind: 'convert.funding',
  ref: String(id),
  mode: 'demo',
  entries: [
    ...(toAdded > 0n ? move(toAdded, demoSource(to), inventoryAccount(to)) : []),
    ...(fromReturned > 0n ? move(fromReturned, inventoryAccount(from), demoSource(from)) : []),
  ],
});
