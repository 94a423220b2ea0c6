import { expectDefined } from '@app/base';
import type { StaffRole } from '@app/domain/staff';
import * as staffRoutes from '@app/protocol/staff';
import type { Hex } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newKey } from '../../../test/new-key.ts';
import { type Owner, openWithdrawalTestbed, type WithdrawalTestbed } from '../../../test/withdrawal-testbed.ts';
import { audit } from '../ledger/index.ts';
import { explainWithdrawals } from '../withdrawal/index.ts';
import { CLAIM_STEPS, type ClaimStep } from './index.ts';

const MILLION = 1_000_000n;
/** Between two comparisons. */
const EVERY_MS = 8_000;
const TX = `0x${'5c'.repeat(32)}`;

type Signer = Awaited<ReturnType<WithdrawalTestbed['newSigner']>>;

let testbed: WithdrawalTestbed;
let finance: Signer;
let risk: Signer;
let signers: readonly [Signer, Signer];
let reconciler: Awaited<ReturnType<WithdrawalTestbed['openReconciler']>>;
let watch: () => Promise<void>;
let nowMs = 0;

beforeAll(async () => {
  testbed = await openWithdrawalTestbed();
  finance = await testbed.newSigner('finance');
  risk = await testbed.newSigner('risk');
  signers = [finance, risk];
  await testbed.set('deposit.confirmations_erc20', 2);
  watch = await testbed.openWatch();
});
beforeEach(async () => {
  reconciler = await testbed.openReconciler(() => nowMs);
  await compare();
});

/** Two comparisons of the chain with the books: what both see more is written down. */
async function compare(): Promise<void> {
  await testbed.chain.mine(1);
  await watch();
  for (let n = 0; n < 2; n++) {
    nowMs += EVERY_MS;
    await reconciler.round();
  }
}

/** One round of custody, as a process that has just started has it. */
async function credit(onStep?: (step: ClaimStep) => Promise<void>): Promise<void> {
  const round = await testbed.openClaims(() => reconciler.problemOf(), onStep && { onStep });
  await round();
}

const claimOf = async (id: bigint) => {
  const rows = await testbed.rowsOf(
    `select state, trim_scale(amount)::text as amount, refused_because, note, decided_at is not null as is_decided,
            credited_at is not null as is_credited from deposit_claim where id = $1`,
    id,
  );
  return expectDefined(rows[0], 'the claim');
};
const balanceOf = async () => {
  const rows = await testbed.rowsOf(
    `select trim_scale(b.booked)::text as booked, trim_scale(b.difference)::text as difference,
            (select trim_scale(sum(u.amount))::text from chain_unexplained u where u.currency = 'USDT') as unexplained
       from chain_balance b where b.currency = 'USDT'`,
  );
  return expectDefined(rows[0], 'the balance') as { booked: string; difference: string; unexplained: string };
};
const transfersOf = async (id: bigint) =>
  (await testbed.rowsOf(`select from ledger_transfer where kind = 'deposit.claim' and ref = $1`, String(id))).length;
const availableOf = async (owner: Owner) => (await testbed.walletOf(owner)).available;
const breaches = async () =>
  (await audit(testbed.as('worker').db, async () => {}, { frozen: [explainWithdrawals], external: [] }))?.breaches;

/** Coins that come to an address of the exchange in a way that no deposit explains. */
async function strand(tokens: bigint): Promise<void> {
  await testbed.chain.call(testbed.usdt, 'mint', [testbed.signer.address as Hex, tokens * MILLION]);
  await compare();
}

/** A claim that two people have approved. */
async function approved(stated: string, found: string): Promise<{ owner: Owner; id: bigint }> {
  const owner = await testbed.newOwner('0');
  const { id } = await testbed.claim(owner, stated);
  const { data } = await testbed.approveClaim(id, found, signers);
  expect(data).toMatchObject({ state: 'executed' });
  return { owner, id };
}

describe('a claim that two people approve', () => {
  it('given coins that lie unexplained, then it is credited once with what they found, and the comparison stays sound', async () => {
    await strand(40n);
    const before = await balanceOf();
    const owner = await testbed.newOwner('0');
    const { id } = await testbed.claim(owner, '4000', { tx_hash: TX.toUpperCase().replace('0X', '0x') });
    expect(await claimOf(id)).toMatchObject({ state: 'waiting', amount: null });
    await credit();
    expect(await availableOf(owner)).toBe('0');
    await testbed.approveClaim(id, '40', signers);
    for (let n = 0; n < 3; n++) await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'credited', amount: '40', is_credited: true });
    expect(await availableOf(owner)).toBe('40');
    expect(await transfersOf(id)).toBe(1);
    await compare();
    const after = await balanceOf();
    expect(after).toEqual({
      booked: String(Number(before.booked) + 40),
      unexplained: String(Number(before.unexplained) - 40),
      difference: '0',
    });
    expect(reconciler.problemOf()).toBeUndefined();
    expect(await breaches()).toEqual([]);
    // The same transaction is not credited again, to nobody.
    await expect(testbed.claim(await testbed.newOwner('0'), '40', { tx_hash: TX })).rejects.toThrow('deposit_known');
  });

  it('given fewer coins than it says, then it waits and nothing is credited, until they are there', async () => {
    const { unexplained } = await balanceOf();
    const { owner, id } = await approved('10', String(Number(unexplained) + 5));
    for (let n = 0; n < 2; n++) await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'approved' });
    expect(await availableOf(owner)).toBe('0');
    expect((await balanceOf()).unexplained).toBe(unexplained);
    await strand(5n);
    await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'credited' });
    expect((await balanceOf()).unexplained).toBe('0');
    await compare();
    expect(await balanceOf()).toMatchObject({ difference: '0' });
    await strand(1_000_000n); // For the tests below.
  });

  it('given no sound and recent comparison, then it waits', async () => {
    const { owner, id } = await approved('12', '12');
    nowMs += 60_000;
    await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'approved' });
    const fresh = await testbed.openReconciler(() => nowMs); // A process that has just started has compared nothing.
    reconciler = fresh;
    await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'approved' });
    await compare();
    await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'credited' });
    expect(await availableOf(owner)).toBe('12');
  });

  it('given one person as maker and checker, or one without a passkey, then it is not approved', async () => {
    const owner = await testbed.newOwner('0');
    const { id } = await testbed.claim(owner, '9');
    expect((await testbed.approveClaim(id, '9', [finance, finance])).error).toBe('change_outdated'); // Has signed already.
    const bare = await testbed.staff.newStaff('finance');
    const { userId } = owner.caller;
    const payload = JSON.stringify({
      amount: '9',
      chain: 'ERC20',
      claim_id: String(id),
      currency: 'USDT',
      user_id: String(userId),
    });
    const fields = { kind: 'deposit.approve', payload, reason: 'found on the chain' };
    const { data } = await testbed.staff.send(bare, staffRoutes.proposeChange, fields);
    const what = { id: data.id, payload_hash: data.payload_hash, reason: 'looked at it' };
    expect((await testbed.staff.send(bare, staffRoutes.signChange, what)).status).toBe(200); // With a session alone.
    expect((await testbed.sign(risk, data)).error).toBe('passkey_required');
    const outsider = await testbed.newSigner('support');
    expect((await testbed.approveClaim(id, '9', [finance, outsider])).error).toBe('not_allowed');
    await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'waiting' });
    expect(await availableOf(owner)).toBe('0');
  });

  it('given an approval of another user, coin, chain or claim than it is, then the database refuses it', async () => {
    const owner = await testbed.newOwner('0');
    const { id } = await testbed.claim(owner, '9');
    const other = await testbed.newOwner('0');
    for (const more of [{ user_id: String(other.caller.userId) }, { currency: 'ETH' }, { chain: 'BTC' }])
      expect((await testbed.approveClaim(id, '9', signers, more)).error).toBe('change_outdated');
    expect((await testbed.approveClaim(id, '9.50', signers)).error).toBeDefined(); // Not as the domain writes it.
    expect(await claimOf(id)).toMatchObject({ state: 'waiting' });
  });

  it.each(CLAIM_STEPS)(
    'given custody ends at “%s”, when it starts again, then it is credited exactly once',
    async (step) => {
      const { owner, id } = await approved('31', '30');
      let hasEnded = false;
      const ended = credit((at) => {
        if (at !== step || hasEnded) return Promise.resolve();
        hasEnded = true;
        return Promise.reject(new Error('killed'));
      });
      await expect(ended).rejects.toThrow('killed');
      expect(await transfersOf(id)).toBe(step === 'credited' ? 1 : 0);
      for (let n = 0; n < 2; n++) await credit();
      expect(await claimOf(id)).toMatchObject({ state: 'credited' });
      expect(await availableOf(owner)).toBe('30');
      expect(await transfersOf(id)).toBe(1);
      await compare();
      expect(await balanceOf()).toMatchObject({ difference: '0' });
      expect(await breaches()).toEqual([]);
    },
  );

  it('given ten rounds at once, then it is credited exactly once', async () => {
    const { owner, id } = await approved('8', '8');
    const rounds = await Promise.all(Array.from({ length: 10 }, () => testbed.openClaims(() => undefined)));
    await Promise.allSettled(rounds.map((round) => round()));
    await credit();
    expect(await availableOf(owner)).toBe('8');
    expect(await transfersOf(id)).toBe(1);
  });
});

describe('an approved claim that somebody with all rights changes', () => {
  it('given any field, or approvals that only the tables know, then nothing is credited; and as it was, it is', async () => {
    const { owner, id } = await approved('21', '20');
    const other = await testbed.newOwner('0');
    const foreign = await approved('22', '22');
    const [before] = await testbed.rowsOf('select * from deposit_claim where id = $1', id);
    const [away] = await testbed.rowsOf<{ change: string }>(
      'select change::text from deposit_claim where id = $1',
      foreign.id,
    );
    await testbed.unguarded([
      `update deposit_claim set change = null, amount = null, decided_at = null, state = 'waiting' where id = $1`,
      foreign.id,
    ]);
    const changes = [
      ['amount', '2000'],
      ['amount', '20.000001'],
      ['amount', '0.0000001'],
      ['user_id', other.caller.userId],
      ['currency', 'ETH'],
      ['change', away?.change],
    ] as const;
    for (const [column, value] of changes) {
      await testbed.unguarded([`update deposit_claim set ${column} = $2 where id = $1`, id, value]);
      await credit();
      expect(await transfersOf(id), column).toBe(0);
      await testbed.unguarded([`update deposit_claim set ${column} = $2 where id = $1`, id, before?.[column]]);
    }
    // The payload that was signed is changed together with the row.
    const [change] = await testbed.rowsOf<{ payload: string }>(
      'select payload from staff_change where id = $1',
      before?.change,
    );
    const payload = expectDefined(change, 'the change').payload;
    await testbed.unguarded(
      [`update deposit_claim set amount = 2000 where id = $1`, id],
      [`update staff_change set payload = replace(payload, '"20"', '"2000"') where id = $1`, before?.change],
    );
    await credit();
    expect(await transfersOf(id)).toBe(0);
    await testbed.unguarded(
      [`update deposit_claim set amount = 20 where id = $1`, id],
      ['update staff_change set payload = $2 where id = $1', before?.change, payload],
    );
    // One signature twice.
    const [kept] = await testbed.rowsOf<{ assertion: string }>(
      `select assertion from staff_signature where change_id = $1 and role = 'checker'`,
      before?.change,
    );
    const copy = `update staff_signature s set assertion = (select assertion from staff_signature m
                   where m.change_id = s.change_id and m.role = 'maker') where s.change_id = $1 and s.role = 'checker'`;
    await testbed.unguarded([copy, before?.change]);
    await credit();
    expect(await transfersOf(id)).toBe(0);
    await testbed.unguarded([
      `update staff_signature set assertion = $2 where change_id = $1 and role = 'checker'`,
      before?.change,
      kept?.assertion,
    ]);
    // Passkeys that the operator did not name.
    const known = testbed.plan.site.approvers.filter((_, index) => index === 0);
    const strict = await testbed.openClaims(() => undefined, { site: { ...testbed.plan.site, approvers: known } });
    await strict();
    expect(await transfersOf(id)).toBe(0);
    await credit();
    expect(await availableOf(owner)).toBe('20');
    expect(await availableOf(other)).toBe('0');
    // What was credited is not credited again, whatever its row says.
    await testbed.unguarded([`update deposit_claim set state = 'approved', credited_at = null where id = $1`, id]);
    for (let n = 0; n < 2; n++) await credit();
    expect(await availableOf(owner)).toBe('20');
    await testbed.unguarded([`update deposit_claim set state = 'credited', credited_at = app_now() where id = $1`, id]);
  });

  it('the text that is signed is the one that the database compares', async () => {
    const { id } = await approved('17', '17.25');
    const [row] = await testbed.rowsOf<{ text: string; payload: string }>(
      'select deposit_claim_text(c) as text, s.payload from deposit_claim c join staff_change s on s.id = c.change where c.id = $1',
      id,
    );
    expect(row?.text).toBe(row?.payload);
    await credit();
  });
});

describe('the roles of the database', () => {
  it('given a waiting and an approved claim, then nobody writes around the rules', async () => {
    const waiting = (await testbed.claim(await testbed.newOwner('0'), '5')).id;
    const { id } = await approved('6', '6');
    const foreign = await testbed.media.store({
      ownerId: (await testbed.newOwner('0')).caller.userId,
      bytes: await picture(),
      purpose: 'voucher',
    });
    const row = `insert into chain_unexplained (id, chain, currency, amount, block, claim) values`;
    const forged = [
      ['app', `update deposit_claim set state = 'approved' where id = ${waiting}`],
      ['app', `update deposit_claim set stated = 1 where id = ${waiting}`],
      ['app', `delete from deposit_claim where id = ${waiting}`],
      [
        'app',
        `insert into deposit_claim (id, user_id, currency, chain, stated, voucher)
         select 7, user_id, currency, chain, 5, '${foreign.id}' from deposit_claim where id = ${waiting}`,
      ],
      ['app', `${row} (1, 'ERC20', 'USDT', 100, 1, null)`],
      ['admin', `update deposit_claim set state = 'credited' where id = ${id}`],
      ['admin', `select change_deposit_approve(c) from staff_change c limit 1`],
      ['worker', `update deposit_claim set state = 'refused', refused_because = 'not_found' where id = ${waiting}`],
      ['engine', `update deposit_claim set state = 'refused' where id = ${waiting}`],
      ['custody', `update deposit_claim set state = 'approved' where id = ${waiting}`],
      ['custody', `update deposit_claim set state = 'credited' where id = ${id}`],
      ['custody', `update deposit_claim set amount = 60 where id = ${id}`],
      ['custody', `update deposit_claim set state = 'refused' where id = ${id}`],
      ['custody', `${row} (1, 'ERC20', 'USDT', -6, 1, null)`],
      ['custody', `${row} (1, 'ERC20', 'USDT', -5, 1, ${id})`],
      ['custody', `${row} (1, 'ERC20', 'USDT', 6, 1, ${id})`],
      ['custody', `${row} (1, 'ERC20', 'ETH', -6, 1, ${id})`],
      ['custody', `${row} (1, 'ERC20', 'USDT', -5, 1, ${waiting})`],
    ] as const;
    for (const [role, statement] of forged)
      expect(await testbed.attempt(role, statement), statement).toMatch(/^(DC00|42501|23514)/);
    // Exactly its amount, and then no credit: refused when the transaction ends.
    const custody = await testbed.bare('custody');
    await expect(custody.query(`${row} (1, 'ERC20', 'USDT', -6, 1, ${id})`)).rejects.toThrow(/same transaction/);
    expect(await claimOf(id)).toMatchObject({ state: 'approved' });
    await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'credited' });
    for (const state of ['waiting', 'approved', 'refused'])
      await expect(
        testbed.rowsOf(`update deposit_claim set state = '${state}' where id = $1`, id),
        state,
      ).rejects.toThrow(/makes no step/);
  });
});

const picture = async () => {
  const { default: sharp } = await import('sharp');
  return await sharp({ create: { width: 32, height: 32, channels: 3, background: '#25f' } })
    .png()
    .toBuffer();
};

describe('a user', () => {
  it('given the same key twice, then there is one claim; given ten at once, then at most three wait', async () => {
    const owner = await testbed.newOwner('0');
    const key = newKey();
    const first = await testbed.claim(owner, '5', {}, key);
    expect(await testbed.claim(owner, '5', {}, key)).toEqual(first);
    const vouchers: string[] = []; // Not at once: pictures of one user are drawn by turns, and few may wait.
    for (let n = 0; n < 10; n++) vouchers.push(await testbed.storePicture(owner));
    const sent = await Promise.allSettled(vouchers.map((voucher) => testbed.claim(owner, '5', { voucher })));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'claim_limit' } });
  });

  it('given a chain that is not connected, another coin, demo mode, a wrong hash or another picture, then it is refused', async () => {
    const owner = await testbed.newOwner('0');
    const demo = { ...owner, caller: { ...owner.caller, mode: 'demo' as const } };
    await expect(testbed.claim(demo, '5')).rejects.toThrow('real_account_only');
    await expect(testbed.claim(owner, '5', { chain: 'TRC20' })).rejects.toThrow('deposit_unavailable');
    await expect(testbed.claim(owner, '5', { currency: 'BTC' })).rejects.toThrow('chain_of_other_coin');
    await expect(testbed.claim(owner, '5', { tx_hash: '0x12' })).rejects.toThrow('parameter_error');
    await expect(testbed.claim(owner, '5', { voucher: 'A'.repeat(22) })).rejects.toThrow('not_found');
  });

  it('given a transaction that is a deposit, then the user is told at once', async () => {
    const owner = await testbed.newOwner('0');
    const [row] = await testbed.rowsOf<{ address: Hex }>(
      'select deposit_assign($1, $2) as address',
      owner.caller.userId,
      'ERC20',
    );
    await testbed.chain.call(testbed.usdt, 'mint', [expectDefined(row, 'the address').address, 3n * MILLION]);
    await watch();
    const [{ tx_hash: hash, state } = { tx_hash: '', state: '' }] = await testbed.rowsOf<{
      tx_hash: string;
      state: string;
    }>('select tx_hash, state from deposit where user_id = $1', owner.caller.userId);
    expect(state).toBe('seen');
    await expect(testbed.claim(owner, '3', { tx_hash: hash })).rejects.toThrow('deposit_arriving');
    await testbed.chain.mine(3);
    await watch();
    await expect(testbed.claim(owner, '3', { tx_hash: hash })).rejects.toThrow('deposit_known');
    // One that was approved before its transaction became a deposit is not credited, and keeps no other one back.
    const before = await approved('3', '3');
    await testbed.unguarded(['update deposit_claim set tx_hash = $2 where id = $1', before.id, hash]);
    const after = await approved('4', '4');
    await compare();
    await credit();
    expect(await claimOf(before.id)).toMatchObject({ state: 'approved' });
    expect(await claimOf(after.id)).toMatchObject({ state: 'credited' });
    const refused = { id: String(before.id), because: 'credited_already' };
    expect((await testbed.staff.send(risk.member, staffRoutes.refuseClaim, refused)).status).toBe(200);
  });
});

describe('the desk', () => {
  it('given a claim, then finance reads it, opens its picture on record, and one person refuses it', async () => {
    const owner = await testbed.newOwner('0');
    const { id } = await testbed.claim(owner, '5');
    const { data } = await testbed.staff.send(finance.member, staffRoutes.listClaims, { limit: 200 });
    const listed = (data.list as { id: string }[]).find((it) => it.id === String(id));
    expect(listed).toMatchObject({
      user_id: String(owner.caller.userId),
      stated: '5',
      state: 'waiting',
      change_id: null,
    });
    expect((data.coins as { currency: string }[]).map(({ currency }) => currency)).toEqual(['ETH', 'USDT']);
    for (const { member } of signers) {
      const opened = await testbed.staff.sendRaw(member, staffRoutes.openVoucher, { id: String(id) });
      expect(opened.headers['content-type']).toBe('image/webp');
    }
    const views = await testbed.rowsOf(
      `select from trail where action = 'document.viewed' and subject = $1`,
      `user:${owner.caller.userId}`,
    );
    expect(views).toHaveLength(2);
    for (const role of ['security', 'support'] as const satisfies readonly StaffRole[]) {
      const member = await testbed.staff.newStaff(role);
      expect((await testbed.staff.send(member, staffRoutes.openVoucher, { id: String(id) })).error).toBe('not_allowed');
    }
    const refuse = (fields: object) =>
      testbed.staff.send(risk.member, staffRoutes.refuseClaim, { id: String(id), ...fields });
    expect((await refuse({ because: 'other' })).error).toBe('parameter_error');
    expect((await refuse({ because: 'other', note: 'The sender got it back.' })).status).toBe(200);
    expect((await refuse({ because: 'not_found' })).error).toBe('change_outdated');
    expect(await claimOf(id)).toMatchObject({
      state: 'refused',
      refused_because: 'other',
      note: 'The sender got it back.',
    });
    const events = await testbed.rowsOf(
      `select from outbox where topic = 'claim.coins.refused' and payload::text like $1`,
      `%${id}%`,
    );
    expect(events).toHaveLength(1);
  });

  it('given an approved claim that waits for coins, when one person refuses it, then it is never credited', async () => {
    const { unexplained } = await balanceOf();
    const { owner, id } = await approved('5', String(Number(unexplained) + 50));
    expect(
      (await testbed.staff.send(risk.member, staffRoutes.refuseClaim, { id: String(id), because: 'not_found' })).status,
    ).toBe(200);
    await strand(60n);
    await credit();
    expect(await claimOf(id)).toMatchObject({ state: 'refused' });
    expect(await availableOf(owner)).toBe('0');
  });
});
