import type { StaffRole } from '@app/domain/staff';
import { addStaffSession } from '@app/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { type KycTestbed, openKycTestbed } from '../../../test/kyc-testbed.ts';
import { verifyTrail } from '../trail/index.ts';

let testbed: KycTestbed;

beforeAll(async () => {
  testbed = await openKycTestbed();
});

const tokenOf = async (staffId: bigint, role: StaffRole) =>
  `'\\x${(await addStaffSession(testbed.root, staffId, [role])).toString('hex')}'::bytea`;
const asAdmin = async (statement: string) => {
  const client = await testbed.bare('admin');
  return (await client.query(statement)).rows;
};

/** Proposes a change as one staff member, signs it as both, and executes it. */
async function decideByTwo(
  kind: string,
  payload: object,
  [maker, checker]: readonly [string, string],
): Promise<unknown> {
  const body = JSON.stringify(payload);
  const [{ id }] = (await asAdmin(
    `select staff_propose(${maker}, '${kind}', '${body}', 'because', interval '1 hour') as id`,
  )) as [{ id: string }];
  const hash = `sha256('${body}'::bytea)`;
  for (const signer of [maker, checker])
    await asAdmin(`select staff_sign(${signer}, ${id}, ${hash}, null, null, 'checked')`);
  return await asAdmin(`select staff_execute(${checker}, ${id})`);
}

const trailOf = async (subject: string) =>
  (await testbed.root.query('select actor, action from trail where subject = $1 order by id', [subject])).rows;
const userRow = async (id: bigint) =>
  (
    await testbed.root.query(
      `select verification, country, frozen_at is not null as is_frozen,
              extract(epoch from withdrawals_held_until - app_now())::int as held from user_account where id = $1`,
      [id],
    )
  ).rows[0];
const noticesOf = async (id: bigint) =>
  (await testbed.root.query('select kind, params from notice where user_id = $1 order by id', [id])).rows;

describe('the desk', () => {
  it('given a case, when it is claimed, read and decided, then each step is in the trail with who did it', async () => {
    const userId = await testbed.newId();
    const { id } = await testbed.submit(userId);
    expect(await testbed.claim(11n)).toBe(id);
    await testbed.claim(11n);
    await testbed.open(11n, id);
    await testbed.decide(11n, { caseId: id, outcome: 'rejected', reasons: ['front_glare'], note: 'unreadable' });
    expect(await trailOf(`case:${id}`)).toEqual(
      ['case.claimed', 'case.viewed', 'case.rejected'].map((action) => ({ actor: 'staff:11', action })),
    );
  });

  it('given a rejection, when two override it, then the level counts; one alone, or a newer case, does not', async () => {
    const userId = await testbed.newId();
    const { id } = await testbed.submit(userId, { nationality: 'PT' });
    await testbed.review(id, { outcome: 'rejected', reasons: ['front_glare'] });
    const maker = await tokenOf(12n, 'identity');
    const checker = await tokenOf(13n, 'risk');
    await expect(decideByTwo('kyc.override', { case_id: `${id}` }, [maker, maker])).rejects.toThrow();
    expect(await userRow(userId)).toMatchObject({ verification: 0 });
    await decideByTwo('kyc.override', { case_id: `${id}` }, [maker, checker]);
    expect(await userRow(userId)).toMatchObject({ verification: 1, country: 'PT' });
    expect((await noticesOf(userId)).at(-1)).toMatchObject({ kind: 'identity_approved' });
    const { rows } = await testbed.root.query(
      `select outcome, staff_id, confirmed_by from kyc_decision where case_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ outcome: 'overridden', staff_id: '12', confirmed_by: '13' }]);
    await expect(decideByTwo('kyc.override', { case_id: `${id}` }, [maker, checker])).rejects.toMatchObject({
      code: 'ST008',
    });
  });

  it('given a theft, when support freezes, then sessions end; unfreezing takes two and holds withdrawals', async () => {
    const { id: userId } = await testbed.newUser();
    const support = await tokenOf(14n, 'support');
    expect(await asAdmin(`select desk_freeze(${support}, ${userId}, 'reported theft') as done`)).toEqual([
      { done: true },
    ]);
    expect(await asAdmin(`select desk_freeze(${support}, ${userId}, 'again') as done`)).toEqual([{ done: false }]);
    expect(await userRow(userId)).toMatchObject({ is_frozen: true });
    const { rows } = await testbed.root.query('select from session where user_id = $1 and ended_at is null', [userId]);
    expect(rows).toEqual([]);
    await decideByTwo('user.unfreeze', { user_id: `${userId}` }, [support, await tokenOf(15n, 'security')]);
    const { is_frozen: isFrozen, held } = await userRow(userId);
    expect(isFrozen).toBe(false);
    expect(held).toBeGreaterThan(23 * 3_600);
    expect((await noticesOf(userId)).map(({ kind }) => kind)).toEqual(['frozen', 'unfrozen']);
  });

  it('given a lost phone, when two replace the second factor, then all of them are gone and 72 hours are held', async () => {
    const { id: userId } = await testbed.newUser();
    await testbed.root.query(
      `insert into authenticator (user_id, key_id, sealed, bound_at) values ($1, 'k', '', app_now())`,
      [userId],
    );
    const support = await tokenOf(14n, 'support');
    const security = await tokenOf(15n, 'security');
    await expect(
      decideByTwo('user.second_factor', { user_id: `${userId}` }, [security, support]),
    ).rejects.toMatchObject({ code: 'ST002' });
    await decideByTwo('user.second_factor', { user_id: `${userId}` }, [support, security]);
    const { rows } = await testbed.root.query('select from authenticator where user_id = $1', [userId]);
    expect(rows).toEqual([]);
    expect((await userRow(userId)).held).toBeGreaterThan(71 * 3_600);
    expect((await noticesOf(userId)).at(-1)).toEqual({ kind: 'second_factor_removed', params: { hours: 72 } });
    const events = await testbed.root.query(
      `select payload from outbox where topic = 'auth.staff.acted' order by id desc limit 1`,
    );
    expect(events.rows).toEqual([{ payload: { userId: `${userId}`, what: 'second_factor_removed', hours: 72 } }]);
  });

  it.each([
    ['identity', `desk_freeze($, 1, 'x')`],
    ['support', `desk_claim_next($, 15)`],
    ['support', `desk_open_case($, 1)`],
    ['auditor', `desk_look_up($, 1, 'x')`],
    ['finance', `staff_propose($, 'user.second_factor', '{"user_id":"1"}', 'x', interval '1 hour')`],
    ['support', `staff_propose($, 'kyc.override', '{"case_id":"1"}', 'x', interval '1 hour')`],
  ] as const)('refuses %s to call %s', async (role, call) => {
    const staffId = BigInt(100 + call.length + role.length * 1_000);
    expect(await testbed.attempt('admin', `select ${call.replace('$', await tokenOf(staffId, role))}`)).toBe('ST002');
  });

  it('leaves an unbroken trail, and reads no password, code, key or phrase', async () => {
    expect((await verifyTrail(testbed.as('worker').db)).faults).toEqual([]);
    for (const column of ['password_hash', 'trade_password_sealed', 'phrase'])
      expect(await testbed.attempt('admin', `select ${column} from user_account`)).toBe('42501');
    for (const statement of [
      'select sealed from authenticator',
      'select public_key from passkey',
      'select * from one_time_code',
      'select token_hash from session_token',
    ])
      expect([statement, await testbed.attempt('admin', statement)]).toEqual([statement, '42501']);
  });
});
