import { CHANGES, payloadText } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStaffTestbed, PASSWORD, type StaffTestbed, type TestStaff } from '../../../test/staff-testbed.ts';
import { verifyTrail } from '../trail/index.ts';

let testbed: StaffTestbed;
let maker: TestStaff;
let checker: TestStaff;

const KEY = 'staff.session_seconds';

beforeAll(async () => {
  testbed = await openStaffTestbed();
  maker = await testbed.newStaff('operator', 'security');
  checker = await testbed.newStaff('operator', 'security');
});

const versionOf = async (key: string): Promise<number> => {
  const owner = await testbed.bare('migrate');
  const { rows } = await owner.query('select coalesce(max(version), 0)::int as version from setting where key = $1', [
    key,
  ]);
  return rows[0].version;
};
const newValue = async (value: unknown, key = KEY) => payloadText({ key, version: (await versionOf(key)) + 1, value });
const propose = async (payload: string, kind = 'setting.version', by = maker) =>
  await testbed.send(by, routes.proposeChange, { kind, payload, reason: 'because' });
const sign = (by: TestStaff, change: Record<string, unknown>, more: object = {}) =>
  testbed.send(by, routes.signChange, { id: change.id, payload_hash: change.payload_hash, reason: 'checked', ...more });

describe('a session', () => {
  it('given the right factors, then the caller is known; without a session nothing is', async () => {
    const me = await testbed.send(maker, routes.getStaff);
    expect(me.data.staff).toMatchObject({ id: `${maker.id}`, roles: ['operator', 'security'] });
    expect((await testbed.send(undefined, routes.getStaff)).error).toBe('login_required');
  });

  it('given a stolen token, when another device uses it, then it is worth nothing', async () => {
    const thief = await testbed.newStaff('support');
    expect((await testbed.send(thief, routes.getStaff, {}, { token: maker.token })).error).toBe('session_invalid');
    for (const proof of ['', '1.x', `${Date.now()}.${'A'.repeat(86)}`])
      expect((await testbed.send(maker, routes.getStaff, {}, { proof })).error).toBe('session_invalid');
  });

  it('given a signed request, when its body or address is changed, then it is refused', async () => {
    const fields = { id: '1', reason: 'x' };
    const body = JSON.stringify({ id: '2', reason: 'x' });
    expect((await testbed.send(maker, routes.refuseChange, fields, { body })).error).toBe('session_invalid');
    const url = '/api/staff/changes?limit=7';
    expect((await testbed.send(maker, routes.listChanges, {}, { url })).error).toBe('session_invalid');
  });

  it('given a used code or a wrong password, then there is no session', async () => {
    const code = await testbed.codeOf(maker.secret);
    const deviceKey = 'A'.repeat(120);
    const login = (more: object) =>
      testbed.send(undefined, routes.staffLogin, {
        email: maker.email,
        password: 'wrong',
        device_key: deviceKey,
        ...more,
      });
    expect((await login({ code })).error).toBe('login_failed');
    const password = PASSWORD;
    expect((await login({ password })).error).toBe('google_code_required');
    expect((await login({ password, code: '000000' })).error).toBe('google_code_wrong');
    expect((await login({ password, code })).error).toBe('parameter_error'); // The device's key is none.
  });

  it('given ten wrong tries, then the right password is refused as well', async () => {
    const { email, secret } = await testbed.newStaff('support');
    const wrong = { email, password: 'wrong', code: '000000', device_key: 'A'.repeat(120) };
    for (let n = 0; n < 9; n++) await testbed.send(undefined, routes.staffLogin, wrong);
    expect((await testbed.send(undefined, routes.staffLogin, wrong)).error).toBe('too_many_requests');
    await expect(testbed.login({ email, secret })).rejects.toThrow('too_many_requests');
  });

  it('given a disabled account, then its sessions end at once, and it takes two to enable it', async () => {
    const gone = await testbed.newStaff('content');
    expect((await testbed.send(maker, routes.disableStaff, { id: gone.id, reason: 'left' })).status).toBe(200);
    expect((await testbed.send(gone, routes.getStaff)).error).toBe('session_invalid');
    const login = { email: gone.email, password: PASSWORD, code: '000000', device_key: 'A'.repeat(120) };
    expect((await testbed.send(undefined, routes.staffLogin, login)).error).toBe('login_failed');
    const { data } = await propose(payloadText({ staff_id: `${gone.id}` }), 'staff.enable');
    await sign(maker, data);
    expect((await sign(checker, data)).data.state).toBe('executed');
    expect(await testbed.login(gone)).toMatch(/^[\w-]{43}$/);
  });

  it('given an invitation, when it is used again, then it is refused', async () => {
    const { data } = await propose(
      payloadText({ email: 'new@staff.test', name: 'New', roles: ['support'] }),
      'staff.create',
    );
    await sign(maker, data);
    await sign(checker, data);
    const list = (await testbed.send(maker, routes.listStaff)).data.list as { id: string; email: string }[];
    const id = list.find(({ email }) => email === 'new@staff.test')?.id;
    const { invite } = (await testbed.send(maker, routes.inviteStaff, { id, reason: 'starts today' })).data;
    const started = (await testbed.send(undefined, routes.startEnrolment, { invite })).data;
    const enrol = async () =>
      await testbed.send(undefined, routes.enrol, {
        invite,
        password: PASSWORD,
        sealed: started.sealed,
        code: await testbed.codeOf(String(started.key)),
      });
    expect((await enrol()).status).toBe(200);
    expect((await enrol()).error).toBe('invite_invalid');
    expect((await testbed.send(maker, routes.inviteStaff, { id, reason: 'again' })).error).toBe('change_outdated');
  });
});

describe('a change', () => {
  it('given maker and checker, when both sign, then the setting has its next version, with both names', async () => {
    const { data } = await propose(await newValue(3_600));
    expect(data).toMatchObject({ state: 'waiting', part: 'maker', subject: `setting:${KEY}` });
    expect((await sign(maker, data)).data).toMatchObject({ state: 'waiting', signatures: [{ as: 'maker' }] });
    const before = await versionOf(KEY);
    expect((await sign(checker, data)).data).toMatchObject({ state: 'executed' });
    expect(await versionOf(KEY)).toBe(before + 1);
    const owner = await testbed.bare('migrate');
    const { rows } = await owner.query(
      'select set_by, approved_by from setting where key = $1 order by version desc limit 1',
      [KEY],
    );
    expect(rows[0]).toEqual({ set_by: `staff:${maker.id}`, approved_by: [`staff:${checker.id}`] });
  });

  it('given its maker, when they sign twice, then nothing is executed', async () => {
    const { data } = await propose(await newValue(3_700));
    await sign(maker, data);
    expect((await sign(maker, data)).error).toBe('change_outdated');
    expect((await testbed.send(maker, routes.getChange, { id: data.id })).data.state).toBe('waiting');
  });

  it('given an edit by its checker, then the checker is a maker, and the old signatures are worth nothing', async () => {
    const { data } = await propose(await newValue(3_800));
    await sign(maker, data);
    const edited = await testbed.send(checker, routes.editChange, {
      id: data.id,
      payload: await newValue(3_900),
      reason: 'x',
    });
    expect(edited.data).toMatchObject({ part: 'maker', signatures: [] });
    expect((await sign(maker, data)).error).toBe('change_payload_differs');
    await sign(maker, edited.data);
    expect((await sign(checker, edited.data)).data.state).toBe('waiting');
    const third = await testbed.newStaff('risk');
    expect((await sign(third, edited.data)).data.state).toBe('executed');
  });

  it('given a role that may not, then neither proposing nor signing is allowed', async () => {
    const support = await testbed.newStaff('support', 'content', 'identity', 'auditor');
    expect((await propose(await newValue(4_000), 'setting.version', support)).error).toBe('not_allowed');
    const { data } = await propose(await newValue(4_000));
    expect((await sign(support, data)).error).toBe('not_allowed');
  });

  it('given a value outside its range, or a key that no rule reads, then it cannot be proposed', async () => {
    expect((await propose(await newValue(1))).error).toBe('setting_invalid');
    expect((await propose(await newValue(1, 'no.such_setting'))).error).toBe('setting_invalid');
    expect((await propose('{"key":1}')).error).toBe('parameter_error');
    expect((await propose('{')).error).toBe('parameter_error');
  });

  it('given another version meanwhile, when it is signed, then it is outdated and nothing changes', async () => {
    const { data } = await propose(await newValue(4_100));
    await sign(maker, data);
    const other = await propose(await newValue(4_200));
    await sign(maker, other.data);
    await sign(checker, other.data);
    const before = await versionOf(KEY);
    expect((await sign(checker, data)).error).toBe('change_outdated');
    expect(await versionOf(KEY)).toBe(before);
  });

  it('given it expired, was refused or was executed, then it is not signed again', async () => {
    const { data } = await propose(await newValue(4_300));
    const owner = await testbed.bare('migrate');
    await owner.query(`update staff_change set expires_at = app_now() where id = $1`, [data.id]);
    expect((await sign(maker, data)).error).toBe('change_not_waiting');
    const refused = await propose(await newValue(4_300));
    expect((await testbed.send(checker, routes.refuseChange, { id: refused.data.id, reason: 'no' })).data.state).toBe(
      'refused',
    );
    expect((await sign(maker, refused.data)).error).toBe('change_not_waiting');
    const withdrawn = await propose(await newValue(4_300));
    expect((await testbed.send(maker, routes.refuseChange, { id: withdrawn.data.id, reason: 'no' })).data.state).toBe(
      'withdrawn',
    );
  });

  it('given a checker with a passkey, then only its signature of this change and payload counts', async () => {
    const careful = await testbed.newStaff('finance');
    const passkey = await testbed.addPasskey(careful);
    const { data } = await propose(await newValue(4_400));
    await sign(maker, data);
    expect((await sign(careful, data)).error).toBe('passkey_required');
    const other = await propose(await newValue(4_500));
    const optionsOf = async (change: Record<string, unknown>) =>
      String(
        (await testbed.send(careful, routes.startSigning, { id: change.id, payload_hash: change.payload_hash })).data
          .options,
      );
    const forOther = passkey.get(await optionsOf(other.data));
    expect((await sign(careful, data, { credential: forOther })).error).toBe('passkey_failed');
    const credential = passkey.get(await optionsOf(data));
    expect((await sign(careful, data, { credential })).data.state).toBe('executed');
  });

  it('lists who may sign what as the database does', async () => {
    const owner = await testbed.bare('migrate');
    const { rows } = await owner.query('select kind, maker_roles, checker_roles from staff_change_kind order by kind');
    const ours = Object.entries(CHANGES).map(([kind, { makers, checkers }]) => ({
      kind,
      maker_roles: [...makers],
      checker_roles: [...checkers],
    }));
    expect(rows).toEqual(ours.sort((a, b) => (a.kind < b.kind ? -1 : 1)));
  });
});

describe('a kill switch', () => {
  it('is turned off by one person and on by two', async () => {
    const key = 'switch.withdrawals';
    expect((await testbed.send(checker, routes.switchOffAtOnce, { key, reason: 'alarm' })).data.version).toBe(1);
    expect((await testbed.send(checker, routes.switchOffAtOnce, { key: KEY, reason: 'alarm' })).error).toBe(
      'change_outdated',
    );
    const { data } = await propose(await newValue(true, key));
    await sign(maker, data);
    expect((await sign(checker, data)).data.state).toBe('executed');
    expect(await versionOf(key)).toBe(2);
  });
});

describe('by direct SQL as role admin', () => {
  const token = (of: TestStaff) => `'\\x${of.tokenHash.toString('hex')}'::bytea`;

  it.each([
    [`insert into setting (key, version, value, set_by, reason) values ('switch.x', 1, 'false', 'a', 'b')`, '42501'],
    [`insert into trail (actor, action, subject) values ('staff:1', 'a.b', 'c')`, '42501'],
    [`update trail set reason = 'x'`, '42501'],
    [`insert into trail_link values (1, 1, '', '')`, '42501'],
    [`insert into staff_account (email, name, roles) values ('a@b', 'x', '{security}')`, '42501'],
    [`update staff_account set roles = '{security}'`, '42501'],
    [
      `insert into staff_change (kind, subject, payload, reason, made_by, expires_at) values ('setting.version', 'x', '{}', 'x', 1, app_now())`,
      '42501',
    ],
    [`update staff_change set state = 'waiting'`, '42501'],
    [`insert into staff_change_edit (change_id, staff_id, payload) values (1, 1, '{}')`, '42501'],
    [`insert into staff_signature (change_id, staff_id, payload_hash, role) values (1, 1, '', 'checker')`, '42501'],
    [`delete from staff_signature`, '42501'],
    [`insert into staff_change_kind values ('a.b', '{}', '{}')`, '42501'],
    [`insert into staff_invite values ('', 1, app_now())`, '42501'],
    [`update user_account set verification = 2`, '42501'],
    [`update ledger_account set available = 1`, '42501'],
    [`select change_setting_version(c) from staff_change c`, '42501'],
    [`select staff_bootstrap('a@b', 'x', '{security}', '')`, '42501'],
    [`select staff_execute('\\x00', 1)`, 'ST001'],
  ])('%s is refused', async (statement, code) => {
    expect(await testbed.attempt('admin', statement)).toBe(code);
  });

  it('given a change with one signature, or none of a checker, when it is executed, then it is refused', async () => {
    const { data } = await propose(await newValue(5_000));
    const run = (by: TestStaff) => testbed.attempt('admin', `select staff_execute(${token(by)}, ${data.id})`);
    expect(await run(maker)).toBe('ST007');
    await sign(maker, data);
    expect(await run(maker)).toBe('ST007');
    expect(await run(checker)).toBe('ST007');
  });

  it('given an executed change, when it is executed again, then it is refused', async () => {
    const { data } = await propose(await newValue(5_100));
    await sign(maker, data);
    await sign(checker, data);
    expect(await testbed.attempt('admin', `select staff_execute(${token(checker)}, ${data.id})`)).toBe('ST003');
  });

  it('given another payload than was signed, when the change is executed, then it is refused', async () => {
    const { data } = await propose(await newValue(5_200));
    await sign(maker, data);
    const third = await testbed.newStaff('risk');
    const edited = `select staff_edit(${token(third)}, ${data.id}, '{"key":"${KEY}","version":1,"value":5}', 'x')`;
    const signed = `select staff_sign(${token(checker)}, ${data.id}, '\\x${data.payload_hash}', null, null, 'x')`;
    expect(await testbed.attempt('admin', `${edited}; ${signed}`)).toBe('ST004');
  });
});

describe('the trail of all this', () => {
  it('is unbroken and names who did what', async () => {
    const { faults, rows } = await verifyTrail(testbed.as('worker').db);
    expect(faults).toEqual([]);
    expect(rows).toBeGreaterThan(30n);
    const own = (await testbed.send(checker, routes.listOwnTrail, { limit: 200 })).data.list as {
      actor: string;
      action: string;
    }[];
    expect(new Set(own.map(({ actor }) => actor))).toEqual(new Set([`staff:${checker.id}`]));
    expect(own.map(({ action }) => action)).toContain('switch.off');
    const auditor = await testbed.newStaff('auditor');
    const { data } = await testbed.send(auditor, routes.listTrail, { action: 'change.executed', limit: 3 });
    expect(data.list).toHaveLength(3);
    expect((await testbed.send(await testbed.newStaff('support'), routes.listTrail)).error).toBe('not_allowed');
  });
});

describe('settings and state', () => {
  type Listed = { key: string; value: string; version: number; waiting: string | null; planned: object | null };
  const find = async (key: string) => {
    const { list } = (await testbed.send(maker, routes.listStaffSettings)).data as { list: Listed[] };
    return list.find((it) => it.key === key);
  };

  it('given a change of a setting, then it waits, is planned for its start, and its history says who and why', async () => {
    const key = 'reference.losing_accounts_percent';
    expect(await find(key)).toMatchObject({ value: '76', version: 0, next_version: 1, waiting: null, planned: null });
    const now = await propose(await newValue(70, key));
    expect(await find(key)).toMatchObject({ value: '76', waiting: now.data.id });
    await sign(maker, now.data);
    await sign(checker, now.data);
    expect(await find(key)).toMatchObject({ value: '70', version: 1, waiting: null });
    const from = '2999-01-01T00:00:00Z';
    const later = await propose(payloadText({ key, version: 2, value: 60, from }));
    await sign(maker, later.data);
    await sign(checker, later.data);
    expect(await find(key)).toMatchObject({
      value: '70',
      version: 1,
      next_version: 3,
      planned: { version: 2, value: '60', from: Date.parse(from) },
    });
    const { history } = (await testbed.send(maker, routes.getStaffSetting, { key })).data;
    expect(history).toMatchObject([
      { version: 2, value: '60', from: Date.parse(from) },
      { version: 1, made_by: `staff:${maker.id}`, signed_by: [`staff:${checker.id}`], reason: 'because' },
    ]);
  });

  it('given a key that no rule reads, then there is no such setting', async () => {
    expect((await testbed.send(maker, routes.getStaffSetting, { key: 'staff.nothing' })).error).toBe('not_found');
  });

  it('given a breach, a lease and a block, then the state shows them', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`update ledger_audit set breach = 'A1: off by one'`);
    await root.query(
      `insert into lease (name, epoch, owner, pid, backend_start) values ('feed', 1, 'x', 1, now()) on conflict do nothing`,
    );
    const { data } = await testbed.send(maker, routes.getState);
    expect(data).toMatchObject({ auditor: { breach: 'A1: off by one' }, prices: null });
    expect(data.leases).toMatchObject([{ name: 'feed' }]);
  });

  it('given any role, then names are listed and addresses are not', async () => {
    const { list } = (await testbed.send(await testbed.newStaff('support'), routes.listPeople)).data as {
      list: Record<string, unknown>[];
    };
    expect(list.find(({ id }) => id === `${maker.id}`)).toMatchObject({ name: 'Somebody', is_disabled: 0 });
    expect(list.every((it) => !('email' in it))).toBe(true);
  });
});
