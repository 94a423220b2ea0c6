import { randomBytes } from 'node:crypto';
import { expectDefined } from '@app/base';
import { parseDecimal } from '@app/money';
import { withdraw as route } from '@app/protocol/withdrawal';
import sharp from 'sharp';
import { getAddress, type Hex } from 'viem';
import { claimDeposit } from '../src/modules/claim/claim-deposit.ts';
import { requestWithdrawal } from '../src/modules/withdrawal/request/request-withdrawal.ts';
import { openFactorTestbed, type Person } from './factor-testbed.ts';
import { newKey } from './new-key.ts';
import { type CustodyOptions, openWithdrawalCustody } from './withdrawal-custody.ts';
import { openWithdrawalDesk } from './withdrawal-desk.ts';
import { addUsableAddress, CHAIN } from './withdrawal-rows.ts';

const PICTURE = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#2f5' } })
  .png()
  .toBuffer();

export type WithdrawalTestbed = Awaited<ReturnType<typeof openWithdrawalTestbed>>;

/** A real chain with a funded sender, users with saved addresses, two people with passkeys, and custody round by round. */
export async function openWithdrawalTestbed(options: CustodyOptions = {}) {
  const testbed = await openFactorTestbed();
  const { root, deps } = testbed;
  const { approvers, ...custody } = await openWithdrawalCustody(testbed, options);
  const rowsOf = async <Row = Record<string, unknown>>(query: string, ...values: unknown[]): Promise<Row[]> =>
    (await root.query(query, values)).rows as Row[]; // Typed at the call.
  /** Runs as a superuser whom no trigger and no foreign key stops. */
  const unguarded = async (...statements: readonly (readonly [string, ...unknown[]])[]): Promise<void> => {
    await root.query('set session_replication_role = replica');
    try {
      for (const [text, ...values] of statements) await root.query(text, values);
    } finally {
      await root.query('set session_replication_role = origin');
    }
  };
  const set = (key: string, value: unknown) =>
    root.query(
      `insert into setting (key, version, value, set_by, reason)
       select $1, coalesce(max(version), 0) + 1, $2::jsonb, 'test', 'test' from setting where key = $1`,
      [key, JSON.stringify(value)],
    );
  await set('product.withdraw', { open: true, except: [] });
  await set('withdrawal.confirmations_erc20', 3);
  await (await custody.openSender())(); // Writes down what it sends from: before that, nothing can be withdrawn.

  const desk = await openWithdrawalDesk(testbed, approvers);
  const storePicture = async ({ caller }: Pick<Person, 'caller'>): Promise<string> =>
    (await testbed.media.store({ ownerId: caller.userId, bytes: PICTURE, purpose: 'voucher' })).id;

  return {
    ...testbed,
    ...custody,
    ...desk,
    rowsOf,
    unguarded,
    set,
    /** Adds a user of level 1 with money, a trade password and a saved address whose waiting period is over. */
    newOwner: async (money = '5000'): Promise<Owner> => {
      const person = await testbed.newPerson();
      await testbed.giveTradePassword(person);
      const { userId } = person.caller;
      await root.query(`update user_account set verification = 1, country = 'TR' where id = $1`, [userId]);
      await testbed.fund(userId, 'wallet', 'USDT', money);
      const address = getAddress(`0x${randomBytes(20).toString('hex')}`);
      const payeeId = await addUsableAddress(testbed, userId, address);
      return { ...person, payeeId, address };
    },
    /** Asks for a withdrawal with everything proven. */
    ask: async ({ caller, ...person }: Owner, amount: string, more: object = {}, by = deps) => {
      const input = {
        currency: 'USDT',
        chain: CHAIN,
        address_id: person.payeeId,
        amount: BigInt(Math.round(Number(amount) * 1_000_000)) * 10n ** 12n,
        ...more,
      } as Parameters<typeof requestWithdrawal>[2]['input'];
      const challenge = await testbed.provenChallenge({ ...person, caller }, route, input);
      await root.query(`update step_up set proven = '{trade_password,code}' where id = $1`, [challenge]);
      return await requestWithdrawal(by, caller, { input: { ...input, challenge }, key: newKey() });
    },
    storePicture,
    /** Reports coins that did not appear, with a new picture unless it is given. */
    claim: async ({ caller }: Person, amount: string, more: object = {}, key = newKey()) => {
      const voucher = 'voucher' in more ? more.voucher : await storePicture({ caller });
      const input = { currency: 'USDT', chain: CHAIN, amount: parseDecimal(amount), ...more, voucher };
      return await claimDeposit(deps, caller, { input: input as never, key, body: JSON.stringify(more) });
    },
    walletOf: async ({ caller }: Person) => {
      const [row] = await rowsOf<{ available: string; frozen: string }>(
        `select trim_scale(available)::text as available, trim_scale(frozen)::text as frozen from ledger_account
          where owner = $1 and kind = 'wallet' and currency = 'USDT' and book = 'real'`,
        `user:${caller.userId}`,
      );
      return expectDefined(row, 'the wallet');
    },
    stateOf: async (id: bigint) =>
      (await rowsOf<{ state: string }>('select state from withdrawal where id = $1', id))[0]?.state,
  };
}

export type Owner = Person & { readonly payeeId: bigint; readonly address: Hex };
