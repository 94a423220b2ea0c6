import { parseDecimal, type Rate } from '@app/money';
import { payOut as route } from '@app/protocol/payout';
import * as staffRoutes from '@app/protocol/staff';
import { beforeAll, describe, expect, it } from 'vitest';
import { tally, times } from '../../../test/auth-testbed.ts';
import { TRADE_PASSWORD } from '../../../test/factor-testbed.ts';
import { newKey } from '../../../test/new-key.ts';
import { CARD } from '../../../test/payout-rows.ts';
import { openPayoutTestbed, type PayoutTestbed } from '../../../test/payout-testbed.ts';
import { amount } from '../../../test/testbed.ts';
import type { StaffSigner } from '../../../test/withdrawal-desk.ts';
import { audit } from '../ledger/index.ts';
import { explainWithdrawals } from '../withdrawal/index.ts';
import { explainPayouts } from './explain-frozen.ts';
import { cancelPayout } from './request/cancel-payout.ts';
import { listOptions } from './request/list-options.ts';
import { requestPayout } from './request/request-payout.ts';
import { createSettler, type SettleStep } from './settle/create-settler.ts';

let testbed: PayoutTestbed;
let finance: StaffSigner;
let risk: StaffSigner;
/** The step at which the next round ends, as if its process had. */
let endAt: SettleStep | undefined;

beforeAll(async () => {
  testbed = await openPayoutTestbed({
    onStep: (step) => {
      if (step !== endAt) return Promise.resolve();
      endAt = undefined;
      return Promise.reject(new Error('killed'));
    },
  });
  finance = await testbed.newSigner('finance');
  risk = await testbed.newSigner('risk');
});

const rate = (text: string) => parseDecimal<Rate>(text);
const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    (error: Error) => error.message,
  );
const breaches = async () =>
  (await audit(testbed.as('worker').db, async () => {}, { frozen: [explainWithdrawals, explainPayouts], external: [] }))
    ?.breaches;
const eventsOf = async (userId: bigint) =>
  await testbed.rowsOf('select topic from outbox where payload->>$1 = $2 order by id', 'userId', String(userId));

describe('a request', () => {
  it.each([
    ['more than there is', '6000', {}, 'insufficient_balance'],
    ['less than the minimum', '99.99', {}, 'below_minimum'],
    ['more than the maximum', '50000.01', {}, 'above_maximum'],
    ['a part of a cent', '100.001', {}, 'amount_step_wrong'],
    ['other dollars than arrive', '100', { usd: amount('75.01') }, 'quote_expired'],
  ])('of %s is refused, and nothing is held', async (_of, asked, more, refusal) => {
    const owner = await testbed.newHolder();
    expect(await refusalOf(testbed.askPayout(owner, asked, more))).toBe(refusal);
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
    ['without a verified identity', `update user_account set verification = 0 where id = $1`, 'identity_required'],
    [
      'before the bank account has waited',
      `update payee_bank set usable_at = app_now() + interval '5 hours' where user_id = $1`,
      'bank_waits',
    ],
    ['without a bank account', `delete from payee_bank where user_id = $1`, 'bank_missing'],
  ])('%s is decided by that', async (_when, statement, refusal) => {
    const owner = await testbed.newHolder();
    await testbed.unguarded([statement, owner.caller.userId]);
    expect(await refusalOf(testbed.askPayout(owner, '200'))).toBe(refusal);
  });

  it('given withdrawals are stopped, demo money, no proof, or half of one, then it is refused', async () => {
    const owner = await testbed.newHolder();
    const stopped = testbed.withSetting('switch.withdrawals', false);
    expect(await refusalOf(testbed.askPayout(owner, '200', {}, stopped))).toBe('withdrawals_stopped');
    const input = { amount: amount('200'), usd: amount('175') };
    const ask = (more: object, caller = owner.caller) =>
      refusalOf(requestPayout(testbed.deps, caller, { input: { ...input, ...more }, key: newKey() }));
    expect(await ask({}, { ...owner.caller, mode: 'demo' })).toBe('real_account_only');
    expect(await ask({})).toBe('step_up_required');
    expect(await ask({ password: TRADE_PASSWORD })).toBe('step_up_required');
    const challenge = await testbed.provenChallenge(owner, route, input);
    expect(await ask({ challenge })).toBe('step_up_required'); // Without the trade password.
    await testbed.root.query(`update step_up set proven = '{trade_password,code}' where id = $1`, [challenge]);
    expect(await ask({ challenge, amount: amount('201') })).toBe('step_up_required'); // Proven for another amount.
    expect(await ask({ challenge })).toBe('accepted');
    expect(await ask({ challenge })).toBe('step_up_required');
  });

  it('keeps the terms of its moment, and the bank details sealed: a new card changes neither', async () => {
    const owner = await testbed.newHolder();
    const { userId } = owner.caller;
    const cheaper = testbed.withSetting('payout.usd_per_usdt', rate('1.05'));
    const options = await listOptions({ ...testbed.deps, ...cheaper }, { userId, mode: 'real' });
    expect(options).toMatchObject({ fee: amount('25'), rate: rate('1.05'), card: { account: '0123' } });
    const asked = await testbed.askPayout(owner, '200.33', { usd: amount('184.09') }, cheaper); // 175.33 × 1.05 = 184.0965
    expect(asked).toMatchObject({
      state: 'review',
      usd: amount('184.09'),
      holder: 'M••• K•••',
      bank_name: 'Example Bank',
      account: '0123',
      bank_reference: null,
      steps: [{ state: 'review' }],
    });
    await testbed.root.query('delete from payee_bank where user_id = $1', [userId]);
    const { data } = await testbed.staff.send(finance.member, staffRoutes.openPayoutCard, { id: asked.id });
    expect(data).toMatchObject({ bank_account: CARD.bankAccount, real_name: CARD.realName, is_as_signed: true });
    const tables = ['payout', 'idempotency', 'outbox', 'notice', 'trail', 'staff_change', 'payout_step'];
    for (const table of tables) {
      const { rows } = await testbed.root.query(`select coalesce(string_agg(t::text, ' '), '') as all from ${table} t`);
      for (const secret of [CARD.bankAccount, CARD.realName, CARD.holderAddress, CARD.receiverPhone])
        expect([table, rows[0].all.includes(secret)]).toEqual([table, false]);
    }
  });

  it('given the same key ten times at once, then it is one payout, held once', async () => {
    const owner = await testbed.newHolder();
    const input = { amount: amount('300'), usd: amount('275') };
    const challenge = await testbed.provenChallenge(owner, route, input);
    await testbed.root.query(`update step_up set proven = '{trade_password,code}' where id = $1`, [challenge]);
    const command = { input: { ...input, challenge }, key: newKey() };
    const [first, ...others] = await Promise.all(times(10, () => requestPayout(testbed.deps, owner.caller, command)));
    for (const other of others) expect(other).toEqual(first);
    expect(await testbed.walletOf(owner)).toEqual({ available: '4700', frozen: '300' });
    expect(await eventsOf(owner.caller.userId)).toEqual([{ topic: 'payout.coins.requested' }]);
  });

  it('given fifty at once just under the limit, to addresses and to the bank, then what is accepted stays within it', async () => {
    const limited = testbed.withSetting('kyc.withdraw_limit_1_btc', amount('0.1')); // 5,000 USDT.
    const owner = await testbed.newHolder('200000');
    const asks = Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? testbed.askPayout(owner, '1200', {}, limited) : testbed.ask(owner, '1200', {}, limited),
    );
    const { ok, withdraw_limit: limit = 0, ...waited } = await tally(asks);
    // On a busy machine some wait too long for the others, and are not accepted either.
    expect([ok, Object.keys(waited).filter((it) => it !== 'canceling statement due to lock timeout')]).toEqual([4, []]);
    expect(limit).toBeGreaterThan(0);
    expect(await testbed.walletOf(owner)).toEqual({ available: '195200', frozen: '4800' });
    const { used_btc: used } = await listOptions(testbed.deps, { userId: owner.caller.userId, mode: 'real' });
    expect(used).toBe(amount('0.096'));
    expect(await breaches()).toEqual([]);
  });
});

describe('a payout', () => {
  it('given two people approve it and two say it is paid, then custody books it once, and the books say so', async () => {
    const owner = await testbed.newHolder();
    const { userId } = owner.caller;
    const { id } = await testbed.askPayout(owner, '1000');
    const round = await testbed.openSettler();
    await round();
    expect(await testbed.payoutState(id)).toBe('review');
    expect((await testbed.approvePayout(id, [finance, risk])).data).toMatchObject({ state: 'executed' });
    await round();
    expect(await testbed.payoutState(id)).toBe('approved');
    expect(await testbed.walletOf(owner)).toEqual({ available: '4000', frozen: '1000' });
    expect((await testbed.sayPaid(id, [finance, risk], 'FT26323 1')).data).toMatchObject({ state: 'executed' });
    expect(await testbed.payoutState(id)).toBe('approved'); // Until custody has booked it.
    await round();
    await round();
    expect(await testbed.payoutState(id)).toBe('paid');
    expect(await testbed.moved(id)).toEqual(['payout.hold', 'payout']);
    expect(await testbed.walletOf(owner)).toEqual({ available: '4000', frozen: '0' });
    const entries = await testbed.rowsOf(
      `select a.owner, a.kind, trim_scale(e.available_delta)::text as available, trim_scale(e.frozen_delta)::text as frozen
         from ledger_transfer t join ledger_entry e on e.transfer = t.id join ledger_account a on a.id = e.account
        where t.kind = 'payout' and t.ref = $1 order by a.kind`,
      String(id),
    );
    expect(entries).toEqual(
      [
        { owner: 'bank', kind: 'external', available: '975', frozen: '0' },
        { owner: 'payouts', kind: 'fee_income', available: '25', frozen: '0' },
        { owner: `user:${userId}`, kind: 'wallet', available: '0', frozen: '-1000' },
      ].map((entry) => ({ ...entry, owner: expect.stringContaining(entry.owner) })),
    );
    expect(await eventsOf(userId)).toEqual([{ topic: 'payout.coins.requested' }, { topic: 'payout.coins.booked' }]);
    expect(await breaches()).toEqual([]);
  });

  it.each(['verified', 'posted', 'written', 'committed'] as const)(
    'given custody ends at “%s”, when it starts again, then its money moves exactly once',
    async (step) => {
      const owner = await testbed.newHolder();
      const paid = await testbed.askPayout(owner, '1000');
      const refused = await testbed.askPayout(owner, '500');
      await testbed.approvePayout(paid.id, [finance, risk]);
      await testbed.sayPaid(paid.id, [finance, risk]);
      await testbed.refusePayout(refused.id, risk);
      for (let round = 0; round < 2; round++) {
        endAt = step;
        await expect((await testbed.openSettler())()).rejects.toThrow('killed');
      }
      await (await testbed.openSettler())();
      expect([await testbed.payoutState(paid.id), await testbed.payoutState(refused.id)]).toEqual(['paid', 'returned']);
      expect(await testbed.moved(paid.id)).toEqual(['payout.hold', 'payout']);
      expect(await testbed.moved(refused.id)).toEqual(['payout.hold', 'payout.return']);
      expect(await testbed.walletOf(owner)).toEqual({ available: '4000', frozen: '0' });
      expect(await breaches()).toEqual([]);
    },
  );

  it('given two processes at once, then the one without the lease books nothing', async () => {
    const owner = await testbed.newHolder();
    const { id } = await testbed.askPayout(owner, '1000');
    await testbed.refusePayout(id, finance);
    const { lease, ...deps } = await testbed.openCustody();
    const held = await lease();
    const stale = createSettler(deps)({ ...held, epoch: (Number(held.epoch) - 1) as never });
    await expect(stale).rejects.toThrow();
    expect(await testbed.moved(id)).toEqual(['payout.hold']);
    await (await testbed.openSettler())();
    expect(await testbed.moved(id)).toEqual(['payout.hold', 'payout.return']);
  });

  it('given review, when its user cancels, then the money is back; once it is approved, its user cannot', async () => {
    const owner = await testbed.newHolder();
    const cancel = (id: bigint, who = owner) =>
      cancelPayout(testbed.deps, { userId: who.caller.userId, id, key: newKey(), body: `${id}` });
    const { id } = await testbed.askPayout(owner, '400');
    expect(await refusalOf(cancel(id, await testbed.newHolder()))).toBe('not_found');
    expect(await cancel(id)).toMatchObject({ state: 'refused', refused_because: 'by_user' });
    expect(await cancel(id)).toMatchObject({ state: 'refused' });
    await (await testbed.openSettler())();
    expect(await testbed.walletOf(owner)).toEqual({ available: '5000', frozen: '0' });
    const other = await testbed.askPayout(owner, '500');
    await testbed.approvePayout(other.id, [finance, risk]);
    expect(await refusalOf(cancel(other.id))).toBe('withdrawal_decided');
  });
});

describe('what was approved', () => {
  const approved = async () => {
    const owner = await testbed.newHolder();
    const { id } = await testbed.askPayout(owner, '1000');
    await testbed.approvePayout(id, [finance, risk]);
    return { owner, id };
  };

  it('is refused by two people, never by one', async () => {
    const { owner, id } = await approved();
    expect(await testbed.refusePayout(id, finance)).toMatchObject({ error: 'change_outdated' });
    expect((await testbed.refuseApproved(id, [finance, risk])).data).toMatchObject({ state: 'executed' });
    await (await testbed.openSettler())();
    expect(await testbed.payoutState(id)).toBe('returned');
    expect(await testbed.walletOf(owner)).toEqual({ available: '5000', frozen: '0' });
    expect(await breaches()).toEqual([]);
  });

  it('given it is said to be paid, then nobody refuses it, and nobody says so again', async () => {
    const { id } = await approved();
    await testbed.sayPaid(id, [finance, risk], 'FT-A1');
    expect(await testbed.refuseApproved(id, [finance, risk])).toMatchObject({ error: 'change_outdated' });
    expect(await testbed.sayPaid(id, [finance, risk], 'FT-A2')).toMatchObject({ error: 'change_outdated' });
    const { id: second } = await approved();
    expect(await testbed.sayPaid(second, [finance, risk], 'FT-A1')).toMatchObject({ error: 'change_outdated' });
  });

  it('given a refusal waits when it is paid, and the reverse, then one of them holds', async () => {
    const { id } = await approved();
    const { payload, refusal_payload: refusal } = await testbed.rowOf(finance, id);
    const { account, amount: asked, ...rest } = JSON.parse(payload);
    const paid = JSON.stringify({ account, amount: asked, bank_reference: `FT-R${id}`, ...rest });
    const both = await Promise.all([
      testbed.decide('payout.paid', paid, [finance, risk]),
      testbed.decide('payout.refuse_approved', refusal, [finance, risk]),
    ]);
    expect(both.filter(({ error }) => error === undefined)).toHaveLength(1);
    await (await testbed.openSettler())();
    expect(await testbed.moved(id)).toHaveLength(2);
  });
});

describe('two people', () => {
  it('are two: not one twice, not by another role, not with another text', async () => {
    const owner = await testbed.newHolder();
    const { id } = await testbed.askPayout(owner, '1000');
    const { payload } = await testbed.rowOf(finance, id);
    expect((await testbed.approvePayout(id, [finance, finance])).error).toBeDefined();
    expect((await testbed.approvePayout(id, [risk, finance])).error).toBe('not_allowed');
    const security = await testbed.newSigner('security');
    expect((await testbed.approvePayout(id, [finance, security])).error).toBeDefined();
    for (const [field, value] of [
      ['amount', '999'],
      ['usd', '976'],
      ['fee', '24'],
      ['rate', '1.1'],
      ['account', '0124'],
      ['card', 'b'.repeat(64)],
      ['user_id', '1'],
    ]) {
      const wrong = JSON.stringify({ ...JSON.parse(payload), [field as string]: value });
      const answer = await testbed.decide('payout.approve', wrong, [finance, risk]);
      expect([field, answer.error]).toEqual([field, 'change_outdated']);
    }
    expect(await testbed.payoutState(id)).toBe('review');
    const early = await testbed.sayPaid(id, [finance, risk]);
    expect(early.error).toBe('change_outdated'); // Nobody has approved it.
  });

  it('read bank details under a record, and only those of finance and risk', async () => {
    const owner = await testbed.newHolder();
    const { id } = await testbed.askPayout(owner, '1000');
    const security = await testbed.newSigner('security');
    const open = ({ member }: StaffSigner, which = id) =>
      testbed.staff.send(member, staffRoutes.openPayoutCard, { id: which });
    expect((await open(security)).error).toBe('not_allowed');
    expect((await open(finance, 8n)).error).toBe('not_found');
    expect((await open(risk)).data).toMatchObject({ bank_account: CARD.bankAccount });
    const views = await testbed.rowsOf(
      `select actor from trail where action = 'payout.viewed' and subject = $1`,
      `payout:${id}`,
    );
    expect(views).toEqual([{ actor: `staff:${risk.member.id}` }]);
    const admin = await testbed.bare('admin');
    await expect(admin.query('select sealed from payout')).rejects.toThrow(/permission denied/);
    await admin.query('begin');
    const token = `'\\x${risk.member.tokenHash.toString('hex')}'::bytea`;
    await testbed.unguarded([`delete from payout_view`]);
    await admin.query(`select desk_view_payout(${token}, ${id})`);
    const { rowCount } = await admin.query(`select * from desk_open_payout(${token}, ${id})`);
    expect(rowCount).toBe(0); // In the same transaction, which could be rolled back.
    await admin.query('rollback');
  });
});
