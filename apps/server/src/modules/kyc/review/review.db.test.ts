import { CASE_LEVELS, reasonsOf } from '@app/domain/kyc';
import type { StaffRole } from '@app/domain/staff';
import { addStaffSession } from '@app/testkit';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tally, times } from '../../../../test/auth-testbed.ts';
import { type KycTestbed, openKycTestbed } from '../../../../test/kyc-testbed.ts';

let testbed: KycTestbed;

beforeAll(async () => {
  testbed = await openKycTestbed();
});
beforeEach(async () => {
  await testbed.setClock('0');
  // Each test has a queue of its own.
  await testbed.root.query(
    `update kyc_case set state = 'withdrawn', decided_at = app_now(), claimed_by = null, claimed_until = null where state = 'under_review'`,
  );
});

const newCase = async () => {
  const userId = await testbed.newId();
  return { userId, ...(await testbed.submit(userId)) };
};
const queue = async (count: number) => {
  const cases: bigint[] = [];
  for (const _ of times(count, () => 0)) cases.push((await newCase()).id);
  return cases;
};
const APPROVED = { outcome: 'approved', reasons: [] } as const;
const NO_RIGHT = '42501';
const tokenOf = async (staffId: bigint, role: StaffRole) =>
  `'\\x${(await addStaffSession(testbed.root, staffId, [role])).toString('hex')}'::bytea`;

describe('the queue', () => {
  it('given 20 claims at once on 12 cases, then each case is taken once, oldest first', async () => {
    const cases = await queue(12);
    const claimed = await Promise.all(times(20, (index) => testbed.claim(BigInt(index + 1))));
    const taken = claimed.filter((id) => id !== undefined);
    expect(taken.toSorted()).toEqual(cases.toSorted());
    await testbed.root.query(
      `update kyc_case set claimed_by = null, claimed_until = null where claimed_by is not null`,
    );
    const inTurn: unknown[] = [];
    for (const staff of times(3, (index) => BigInt(index + 1))) inTurn.push(await testbed.claim(staff));
    expect(inTurn).toEqual(cases.slice(0, 3));
  });

  it('given one reviewer claims 20 times at once, then it is one case', async () => {
    await queue(4);
    const claimed = await Promise.all(times(20, () => testbed.claim(77n)));
    expect(new Set(claimed).size).toBe(1);
  });

  it('given a claim that ended, then another reviewer takes the case and the first cannot decide it', async () => {
    const [id] = await queue(1);
    expect(await testbed.claim(1n)).toBe(id);
    expect(await testbed.claim(2n)).toBeUndefined();
    await testbed.setClock('16 minutes');
    expect(await testbed.claim(2n)).toBe(id);
    await expect(testbed.decide(1n, { caseId: id!, ...APPROVED })).rejects.toThrow('identity_case_lost');
    expect(await testbed.decide(2n, { caseId: id!, ...APPROVED })).toBe(1);
  });

  it('given a case is given back, then it keeps its place; only its holder may', async () => {
    const [first] = await queue(2);
    expect(await testbed.claim(1n)).toBe(first);
    await expect(testbed.release(2n, first!)).rejects.toThrow('identity_case_lost');
    await testbed.release(1n, first!);
    expect(await testbed.claim(2n)).toBe(first);
  });

  it('given a closed account, then its case is nobody’s work', async () => {
    const { userId } = await newCase();
    await testbed.root.query('update user_account set email = null, closed_at = app_now() where id = $1', [userId]);
    expect(await testbed.claim(1n)).toBeUndefined();
  });
});

describe('a decision', () => {
  it('given no claim, a foreign one or one that ended, then it is refused and nothing changes', async () => {
    const { userId, id } = await newCase();
    await expect(testbed.decide(1n, { caseId: id, ...APPROVED })).rejects.toThrow('identity_case_lost');
    await testbed.claim(2n);
    await expect(testbed.decide(1n, { caseId: id, ...APPROVED })).rejects.toThrow('identity_case_lost');
    await testbed.setClock('20 minutes');
    await expect(testbed.decide(2n, { caseId: id, ...APPROVED })).rejects.toThrow('identity_case_lost');
    await expect(testbed.decide(2n, { caseId: 1n, ...APPROVED })).rejects.toThrow('identity_case_lost');
    expect((await testbed.standing(userId)).verification).toBe(0);
    const { rows } = await testbed.root.query('select from kyc_decision where case_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('given ten at once, then one counts', async () => {
    const { id } = await newCase();
    await testbed.claim(1n);
    const decisions = times(10, (index) =>
      testbed.decide(
        1n,
        index % 2 ? { caseId: id, ...APPROVED } : { caseId: id, outcome: 'rejected', reasons: ['front_glare'] },
      ),
    );
    expect(await tally(decisions)).toEqual({ ok: 1, identity_case_lost: 9 });
  });

  it('given reasons that do not fit, then it is refused', async () => {
    const { id } = await newCase();
    await testbed.claim(1n);
    const decide = (outcome: 'approved' | 'rejected', ...reasons: string[]) =>
      testbed.decide(1n, { caseId: id, outcome, reasons: reasons as never[] });
    await expect(decide('rejected')).rejects.toThrow('parameter_error');
    await expect(decide('approved', 'front_glare')).rejects.toThrow('parameter_error');
    await expect(decide('rejected', 'because')).rejects.toThrow('parameter_error');
    await expect(decide('rejected', 'relative_unclear')).rejects.toThrow('parameter_error'); // Of level 2.
    await expect(decide('overridden' as never)).rejects.toThrow('parameter_error');
    expect(await decide('rejected', 'front_glare', 'hand_blurred')).toBe(0);
    await expect(decide('approved')).rejects.toThrow('identity_case_lost'); // A rejection stays.
  });

  it('knows the reasons of the domain and no others', async () => {
    const { rows } = await testbed.root.query('select code, level from kyc_reason');
    const inCode = CASE_LEVELS.flatMap((level) => reasonsOf(level).map((code) => `${level} ${code}`));
    expect(rows.map(({ code, level }) => `${level} ${code}`).toSorted()).toEqual(inCode.toSorted());
  });
});

describe('reading a case', () => {
  it('is recorded, and shows earlier decisions and the same document in other accounts', async () => {
    const { userId, id } = await newCase();
    const twin = await testbed.newId();
    await testbed.submit(twin, { card_id: `X${userId}`.slice(0, 24) });
    const opened = await testbed.open(31n, id);
    expect(opened).toMatchObject({
      id,
      level: 1,
      isHeld: false,
      attempt: 1,
      details: { name: 'Mira Kaya', nationality: 'DE' },
    });
    expect(opened.pictures.map(({ part }) => part)).toEqual(['front_pic', 'hand_pic']);
    expect(opened.duplicates).toMatchObject([{ user_id: twin, same: 'number', state: 'under_review' }]);
    const { rows } = await testbed.root.query('select staff_id, user_id from kyc_view where case_id = $1', [id]);
    expect(rows).toEqual([{ staff_id: '31', user_id: String(userId) }]);
    await expect(testbed.open(31n, 1n)).rejects.toThrow('not_found');
  });

  it('opens the pictures to reviewers and to nobody else', async () => {
    const { id } = await newCase();
    const fileId = (await testbed.open(31n, id)).pictures[0]?.file_id ?? '';
    const open = async (staffId: bigint, role: StaffRole) => {
      const token = await tokenOf(staffId, role);
      await (await testbed.bare('admin')).query(`select desk_view_file(${token}, '${fileId}')`);
      return await testbed.attempt('admin', `select * from desk_open_file(${token}, '${fileId}')`);
    };
    expect(await open(31n, 'identity')).toBe('1 rows');
    expect(await open(32n, 'support')).toBe('0 rows');
    expect(await testbed.attempt('app', `select * from media_open('${fileId}', 'user:1', '{}')`)).toBe('0 rows');
  });
});

describe('a view whose record is rolled back', () => {
  it('reads nothing of a case or a picture; nor does one of another person, or of an earlier minute', async () => {
    const { id } = await newCase();
    const fileId = (await testbed.open(33n, id)).pictures[0]?.file_id ?? '';
    const token = await tokenOf(34n, 'identity');
    const readings = [
      [`select * from desk_open_case(${token}, ${id})`, `select desk_view_case(${token}, ${id})`],
      [`select * from desk_open_file(${token}, '${fileId}')`, `select desk_view_file(${token}, '${fileId}')`],
    ] as const;
    for (const [read, record] of readings) {
      const admin = await testbed.bare('admin');
      const rows = async () => (await admin.query(read)).rowCount;
      expect([read, await rows()]).toEqual([read, 0]);
      await admin.query('begin');
      await admin.query(record);
      expect([read, await rows()]).toEqual([read, 0]);
      await admin.query('savepoint here');
      await admin.query(record);
      await admin.query('release here');
      expect([read, await rows()]).toEqual([read, 0]);
      await admin.query('rollback');
      expect([read, await rows()]).toEqual([read, 0]);
      await admin.query(record);
      expect([read, await rows()]).toEqual([read, 1]);
      await testbed.setClock('2 minutes');
      expect([read, await rows()]).toEqual([read, 0]);
      await testbed.setClock('0');
    }
  });
});

describe('the rights', () => {
  it('given role admin, then it decides by the function only', async () => {
    const { userId, id } = await newCase();
    const statements = [
      `update user_account set verification = 2 where id = ${userId}`,
      `update user_account set country = 'XX' where id = ${userId}`,
      `insert into kyc_decision (case_id, outcome, staff_id) values (${id}, 'approved', 1)`,
      `update kyc_case set state = 'verified' where id = ${id}`,
      `update kyc_case set claimed_by = 1, claimed_until = now() where id = ${id}`,
      `insert into kyc_case (id, user_id, level, document) values (1, ${userId}, 1, 'passport')`,
      `delete from kyc_case where id = ${id}`,
      'update kyc_decision set outcome = outcome',
      'delete from kyc_decision',
      'truncate kyc_decision',
      `insert into kyc_view (case_id, user_id, staff_id) values (1, 1, 1)`,
      'delete from kyc_view',
      `insert into kyc_reason values ('because', 1)`,
      'select sealed from kyc_case',
      `select kyc_announce(c, 'approved', 2, '{1,2,3}') from kyc_case c`,
      `select kyc_expire(${id}, '{1,2,3}')`,
      `select kyc_decide(${id}, 5, 'approved', '{}', '{1,2,3}')`,
      `select kyc_claim_next(5, 15)`,
      `select kyc_open(${id}, 5)`,
      `select wrapped_key from media_file`,
    ];
    for (const statement of statements)
      expect([statement, await testbed.attempt('admin', statement)]).toEqual([statement, NO_RIGHT]);
    const ids = `'{${times(3, () => testbed.nextId()).join()}}'`;
    const decide = async (staffId: bigint, { role = 'identity' as StaffRole, reasons = `'{}'`, given = ids } = {}) =>
      testbed.attempt(
        'admin',
        `select desk_decide(${await tokenOf(staffId, role)}, ${id}, 'approved', ${reasons}, ${given}, null, '')`,
      );
    expect(await decide(5n)).toBe('KY001');
    await testbed.claim(5n);
    expect([await decide(6n), await decide(97n, { role: 'support' }), await decide(5n)]).toEqual([
      'KY001',
      'ST002',
      '1 rows',
    ]);
    expect(await decide(5n, { given: 'null' })).toBe('23502');
    expect(await decide(5n, { reasons: 'null' })).toBe('KY002');
    expect(
      await testbed.attempt('admin', `select desk_decide('\\x00', ${id}, 'approved', '{}', ${ids}, null, '')`),
    ).toBe('ST001');
  });

  it('given role app, then it sends and reads, and decides nothing', async () => {
    const { userId, id } = await newCase();
    const statements = [
      `select kyc_decide(${id}, 1, 'approved', '{}', '{1,2,3}')`,
      `select kyc_claim_next(1, 15)`,
      `select kyc_release(${id}, 1)`,
      `select kyc_open(${id}, 1)`,
      `select kyc_expire(${id}, '{1,2,3}')`,
      `update kyc_case set state = 'verified' where id = ${id}`,
      `update kyc_case set claimed_by = 1, claimed_until = now() where id = ${id}`,
      `insert into kyc_case (id, user_id, level, document, state) values (2, ${userId}, 1, 'passport', 'verified')`,
      `insert into kyc_decision (case_id, outcome, staff_id) values (${id}, 'approved', 1)`,
      `update user_account set verification = 2 where id = ${userId}`,
      'delete from kyc_case',
      'delete from kyc_picture',
      'select staff_id from kyc_decision',
      'select claimed_by from kyc_case',
    ];
    for (const statement of statements)
      expect([statement, await testbed.attempt('app', statement)]).toEqual([statement, NO_RIGHT]);
    const insert = (level: number) =>
      testbed.attempt(
        'app',
        `insert into kyc_case (id, user_id, level, document, nationality, key_id, sealed, hash_key)
         values (${testbed.nextId()}, ${userId}, ${level}, 'passport', 'DE', 'k', '', 'k')`,
      );
    expect([await insert(1), await insert(2)]).toEqual(['23505', 'KY004']);
  });

  it('given any other role, then it neither claims nor decides', async () => {
    for (const role of ['gateway', 'engine', 'feed', 'worker', 'custody', 'audit'] as const)
      for (const statement of [`select kyc_claim_next(1, 15)`, `select kyc_decide(1, 1, 'approved', '{}', '{1,2,3}')`])
        expect([role, await testbed.attempt(role, statement)]).toEqual([role, NO_RIGHT]);
    for (const role of ['gateway', 'engine', 'feed', 'custody'] as const)
      expect([role, await testbed.attempt(role, 'select id from kyc_case')]).toEqual([role, NO_RIGHT]);
    expect(await testbed.attempt('audit', 'select sealed from kyc_case')).toBe(NO_RIGHT);
    expect(await testbed.attempt('worker', `update kyc_case set state = 'verified'`)).toBe(NO_RIGHT);
  });

  it('given the superuser, then decisions and views stay as they are', async () => {
    const { id } = await newCase();
    await testbed.open(1n, id);
    await testbed.review(id, { outcome: 'rejected', reasons: ['front_glare'] });
    for (const statement of [
      'update kyc_decision set staff_id = 9',
      'delete from kyc_decision',
      'truncate kyc_decision',
      'delete from kyc_view',
    ])
      expect([statement, await testbed.attempt('postgres', statement)]).not.toEqual([
        statement,
        expect.stringMatching(/rows/),
      ]);
    const override = (by: string) =>
      testbed.attempt(
        'postgres',
        `insert into kyc_decision (case_id, outcome, staff_id, confirmed_by) values (${id}, 'overridden', 1, ${by})`,
      );
    expect([await override('2'), await override('1'), await override('null')]).toEqual(['1 rows', '23514', '23514']);
  });
});
