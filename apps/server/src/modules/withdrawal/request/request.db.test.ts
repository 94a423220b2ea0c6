import { withdraw as route } from '@app/protocol/withdrawal';
import { beforeAll, describe, expect, it } from 'vitest';
import { tally } from '../../../../test/auth-testbed.ts';
import { TRADE_PASSWORD } from '../../../../test/factor-testbed.ts';
import { newKey } from '../../../../test/new-key.ts';
import { amount } from '../../../../test/testbed.ts';
import { openWithdrawalTestbed, type WithdrawalTestbed } from '../../../../test/withdrawal-testbed.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';

let testbed: WithdrawalTestbed;

beforeAll(async () => {
  testbed = await openWithdrawalTestbed();
});

const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('a withdrawal', () => {
  it.each([
    ['more than there is', '6000', {}, 'insufficient_balance'],
    ['less than the minimum', '9', {}, 'below_minimum'],
    ['a digit that the chain does not have', '10', { amount: 10n * 10n ** 18n + 1n }, 'amount_step_wrong'],
    ['another chain than that of the address', '20', { chain: 'TRC20' }, 'withdraw_unavailable'],
    ['another coin than that of the address', '20', { currency: 'ETH' }, 'chain_of_other_coin'],
    ['an address of somebody else', '20', { address_id: 1n }, 'not_found'],
  ])('of %s is refused, and nothing is held', async (_of, amount, more, refusal) => {
    const owner = await testbed.newOwner();
    expect(await refusalOf(testbed.ask(owner, amount, more))).toBe(refusal);
    expect(await testbed.walletOf(owner)).toEqual({ available: '5000', frozen: '0' });
  });

  it.each([
    [
      'after a change of security',
      `update user_account set withdrawals_held_until = app_now() + interval '3 hours' where id = $1`,
      'withdrawals_held',
    ],
    [
      'while a deposit that was taken back is looked at',
      `insert into deposit_incident (id, chain, deposit, user_id, kind, detail) values (1, 'ERC20', 1, $1, 'reversed', 'left the chain')`,
      'under_review',
    ],
    [
      'before the address has waited',
      `update payee_address set usable_at = app_now() + interval '5 hours' where user_id = $1`,
      'address_waits',
    ],
  ])('%s is decided by that', async (_when, statement, refusal) => {
    const owner = await testbed.newOwner();
    await testbed.unguarded([statement, owner.caller.userId]);
    expect(await refusalOf(testbed.ask(owner, '20'))).toBe(refusal);
  });

  it('given demo money, no proof, or half of one, then it is refused', async () => {
    const owner = await testbed.newOwner();
    const input = { currency: 'USDT', chain: 'ERC20', address_id: owner.payeeId, amount: 20n * 10n ** 18n } as never;
    const ask = (more: object, caller = owner.caller) =>
      refusalOf(
        requestWithdrawal(testbed.deps, caller, { input: { ...(input as object), ...more } as never, key: newKey() }),
      );
    expect(await ask({}, { ...owner.caller, mode: 'demo' })).toBe('real_account_only');
    expect(await ask({})).toBe('step_up_required');
    expect(await ask({ password: TRADE_PASSWORD })).toBe('step_up_required');
    const challenge = await testbed.provenChallenge(owner, route, input);
    expect(await ask({ challenge })).toBe('step_up_required'); // Without the trade password.
    await testbed.root.query(`update step_up set proven = '{trade_password,code}' where id = $1`, [challenge]);
    expect(await ask({ challenge, amount: 21n * 10n ** 18n })).toBe('step_up_required'); // Proven for another amount.
    expect(await ask({ challenge })).toBe('accepted');
    expect(await ask({ challenge })).toBe('step_up_required');
  });

  it('given twenty at once just under the limit of 24 hours, then what is accepted stays within it', async () => {
    const limited = testbed.withSetting('kyc.withdraw_limit_1_btc', amount('0.05')); // 2,500 USDT.
    const owner = await testbed.newOwner('100000');
    const asks = Array.from({ length: 20 }, () => testbed.ask(owner, '1200', {}, limited));
    expect(await tally(asks)).toEqual({ ok: 2, withdraw_limit: 18 });
    expect(await testbed.walletOf(owner)).toEqual({ available: '97600', frozen: '2400' });
  });

  it('given the same key again, then it is the same withdrawal', async () => {
    const owner = await testbed.newOwner();
    const input = { currency: 'USDT', chain: 'ERC20', address_id: owner.payeeId, amount: 30n * 10n ** 18n } as never;
    const challenge = await testbed.provenChallenge(owner, route, input);
    await testbed.root.query(`update step_up set proven = '{trade_password,code}' where id = $1`, [challenge]);
    const command = { input: { ...(input as object), challenge } as never, key: newKey() };
    const first = await requestWithdrawal(testbed.deps, owner.caller, command);
    const again = await requestWithdrawal(testbed.deps, owner.caller, command);
    expect(again).toEqual(first);
    expect((await testbed.walletOf(owner)).frozen).toBe('30');
  });

  it('given review, when its user cancels, then the money is back; once it is approved, nobody cancels it', async () => {
    const owner = await testbed.newOwner();
    const { userId } = owner.caller;
    const { id } = await testbed.ask(owner, '40');
    const cancel = (which: bigint) =>
      cancelWithdrawal(testbed.deps, { userId, id: which, key: newKey(), body: `${which}` });
    expect(await cancel(id)).toMatchObject({ state: 'refused', refused_because: 'by_user' });
    expect(await cancel(id)).toMatchObject({ state: 'refused' });
    await (await testbed.openSender())();
    expect(await testbed.walletOf(owner)).toEqual({ available: '5000', frozen: '0' });
    const other = await testbed.newOwner();
    const theirs = await testbed.ask(other, '50');
    expect(await refusalOf(cancel(theirs.id))).toBe('not_found');
    const signers = [await testbed.newSigner('finance'), await testbed.newSigner('risk')] as const;
    await testbed.approve(theirs.id, signers);
    const byOwner = { userId: other.caller.userId, id: theirs.id, key: newKey(), body: 'x' };
    expect(await refusalOf(cancelWithdrawal(testbed.deps, byOwner))).toBe('withdrawal_decided');
  });
});
