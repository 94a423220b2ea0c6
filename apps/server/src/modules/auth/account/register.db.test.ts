import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed, tally, times } from '../../../../test/auth-testbed.ts';
import { createPasswords, PASSWORD_COST } from './password-hash.ts';

let testbed: AuthTestbed;

beforeAll(async () => {
  testbed = await openAuthTestbed();
});
beforeEach(() => testbed.setClock('0'));

describe('registration', () => {
  it('given an invite code, when a friend registers, then the inviter and the risk acknowledgement are recorded', async () => {
    const inviter = await testbed.newUser();
    const { user } = await testbed.signIn(inviter.account);
    const account = testbed.newAccount();
    const inviteCode = user.invite_code.toLowerCase();
    const atRealCost = { ...testbed.deps, passwords: createPasswords(PASSWORD_COST) };
    const { user_id } = await testbed.enrol(account, await testbed.sentCode(account), { inviteCode }, atRealCost);
    const { rows } = await testbed.root.query(
      `select invited_by, risk_text_version, risk_acknowledged_at, country, password_hash
      from user_account where id = $1`,
      [user_id],
    );
    expect(rows[0]).toMatchObject({ invited_by: String(inviter.id), risk_text_version: 1, country: 'DE' });
    expect(rows[0].risk_acknowledged_at).toBeInstanceOf(Date);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('given a missing field, when it is refused, then no try of the code was spent', async () => {
    const account = testbed.newAccount();
    const code = await testbed.sentCode(account);
    const enrol = (more: Parameters<AuthTestbed['enrol']>[2]) => testbed.enrol(account, code, more);
    await expect(enrol({ hasAgreed: false })).rejects.toThrow('risk_not_acknowledged');
    await expect(enrol({ again: 'other' })).rejects.toThrow('passwords_differ');
    await expect(enrol({ password: '123456', again: '123456' })).rejects.toThrow('password_too_weak');
    await expect(enrol({ inviteCode: 'NOBODY' })).rejects.toThrow('invite_code_unknown');
    await expect(enrol({ country: 'XX' })).rejects.toThrow('country_unknown');
    await expect(enrol({ country: 'KP' })).rejects.toThrow('country_closed');
    const { rows } = await testbed.root.query(`select tries from one_time_code where account = $1`, [account]);
    expect(rows).toEqual([{ tries: 0 }]);
    await enrol({});
  });

  it('given another list of closed countries, when users register, then that list applies', async () => {
    const account = testbed.newAccount();
    const code = await testbed.sentCode(account);
    const other = testbed.withSetting('reference.closed_countries', ['DE']);
    await expect(testbed.enrol(account, code, { country: 'DE' }, other)).rejects.toThrow('country_closed');
    await testbed.enrol(account, code, { country: 'KP' }, other);
  });

  it('given a texted code, when its number registers, then every spelling of the number is this account', async () => {
    const number = testbed.newNumber();
    const national = `0${number.slice(2)}`;
    const code = await testbed.sentCode(number);
    const { user_id } = await testbed.enrol(national, code, { channel: 'mobile', areaCode: '49' });
    for (const spelled of [{ account: `+${number}` }, { account: national, areaCode: '+49' }]) {
      const { user } = await testbed.signIn('', { ...spelled, channel: 'mobile' });
      expect(user).toMatchObject({ id: user_id, account: number, mobile: number, email: '' });
    }
    const again = await testbed.sentCode(number);
    expect(again).toBe('none');
  });

  it('given 20 registrations with one code at once, when they end, then there is one user', async () => {
    const account = testbed.newAccount();
    const code = await testbed.sentCode(account);
    const outcomes = await tally(times(20, () => testbed.enrol(account, code)));
    expect(outcomes.ok).toBe(1);
    const { rows } = await testbed.root.query(`select from user_account where email = $1`, [account]);
    expect(rows).toHaveLength(1);
  });
});
