import { beforeAll, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed, tally, times, wrongCode } from '../../../../test/auth-testbed.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { bindMobile } from './bind-mobile.ts';

let testbed: AuthTestbed;

beforeAll(async () => {
  testbed = await openAuthTestbed();
});

type Fields = Parameters<typeof bindMobile>[2]['input'];
const bind = (caller: Caller, input: Fields) => bindMobile(testbed.deps, caller, { input, lang: 'en' });

async function newOwner(how?: { mobile: string }) {
  const person = await testbed.newUser(how);
  return { ...person, caller: await testbed.openSession(person.id), shows: await testbed.bindAuthenticator(person.id) };
}
const rowOf = async (id: bigint) =>
  (
    await testbed.root.query(`select mobile, withdrawals_held_until > now() as held from user_account where id = $1`, [
      id,
    ])
  ).rows[0];

describe('a phone number', () => {
  it('given a plain session and the number’s code, when it binds, then step-up is required, and no try was spent', async () => {
    const { caller, id } = await newOwner();
    const mobile = testbed.newNumber();
    const code = await testbed.sentCode(mobile, 'mobile');
    await expect(bind(caller, { mobile, code })).rejects.toThrow('step_up_required');
    const { rows } = await testbed.root.query(`select tries from one_time_code where account = $1`, [mobile]);
    expect(rows).toEqual([{ tries: 0 }]);
    expect(await rowOf(id)).toEqual({ mobile: null, held: null });
  });

  it('given both proofs, when bound, then both are consumed, withdrawals are held, the owner is notified by mail', async () => {
    const { caller, id, account, shows } = await newOwner();
    const mobile = testbed.newNumber();
    const code = await testbed.sentCode(mobile, 'mobile');
    const national = { mobile: `0${mobile.slice(2)}`, area_code: '49' };
    await expect(bind(caller, { ...national, code: wrongCode(code), google_code: shows() })).rejects.toThrow(
      'code_wrong',
    );
    const googleCode = shows();
    await testbed.openSession(id);
    await bind(caller, { ...national, code, google_code: googleCode });
    expect(await testbed.countSessions(id)).toBe(1);
    await expect(testbed.signIn(account, { googleCode })).rejects.toThrow('google_code_wrong');
    expect(await rowOf(id)).toEqual({ mobile, held: true });
    expect((await testbed.lastMessage(account))?.body).toContain('phone number of your account was changed');
  });

  it('given only a phone, when it is changed, then the old number is notified, not the new one', async () => {
    const old = testbed.newNumber();
    const mobile = testbed.newNumber();
    const { caller, shows } = await newOwner({ mobile: old });
    const code = await testbed.sentCode(mobile, 'mobile');
    await bind(caller, { mobile, code, google_code: shows() });
    expect((await testbed.lastMessage(old))?.body).toContain('was changed');
    expect((await testbed.lastMessage(mobile))?.body).not.toContain('was changed');
  });

  it('given another user registered it meanwhile, when it is bound, then its holder receives mobile_in_use', async () => {
    const { caller, id, shows } = await newOwner();
    const mobile = testbed.newNumber();
    const code = await testbed.sentCode(mobile, 'mobile');
    await testbed.newUser({ mobile });
    await expect(bind(caller, { mobile, code, google_code: shows() })).rejects.toThrow('mobile_in_use');
    expect(await rowOf(id)).toEqual({ mobile: null, held: null });
    expect(await testbed.sentCode(mobile, 'mobile')).toBe('none');
  });

  it('given one number and 5 calls at once, when they end, then it was bound once', async () => {
    const { caller, id, shows } = await newOwner();
    const mobile = testbed.newNumber();
    const code = await testbed.sentCode(mobile, 'mobile');
    const google_code = shows();
    const outcomes = await tally(times(5, () => bind(caller, { mobile, code, google_code })));
    expect(outcomes.ok).toBe(1);
    expect(await rowOf(id)).toEqual({ mobile, held: true });
  });
});
