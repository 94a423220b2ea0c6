import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tally, times } from '../../../../test/auth-testbed.ts';
import { type FactorTestbed, openFactorTestbed, type Person } from '../../../../test/factor-testbed.ts';
import { makeSoftPasskey, type SoftPasskey, type Tampering } from '../../../../test/soft-passkey.ts';
import { PUBLIC_URL } from '../../../../test/testbed.ts';
import { openKeyRing } from '../../../platform/process/key-ring.ts';
import { sweepAuth } from '../code/sweep.ts';
import { proveStepUp } from '../step-up/prove-step-up.ts';
import { startStepUp } from '../step-up/start-step-up.ts';
import { startStepUpPasskey } from '../step-up/start-step-up-passkey.ts';
import { addPasskey, startPasskey } from './add-passkey.ts';
import { makeLoginChallenge } from './login-challenge.ts';
import { loginWithPasskey, startPasskeyLogin } from './login-with-passkey.ts';
import { listPasskeys } from './read-security.ts';
import { removePasskey } from './remove-passkey.ts';
import { setPhrase } from './set-phrase.ts';
import { verifyCreated } from './webauthn.ts';

let testbed: FactorTestbed;

beforeAll(async () => {
  testbed = await openFactorTestbed();
});
beforeEach(() => testbed.setClock('0'));

const newPasskey = (counts = true) => makeSoftPasskey({ origin: PUBLIC_URL, counts });

const start = async (person: Person) =>
  (await startPasskey(testbed.deps, person.caller, { code: await testbed.sentCode(person.account, 'passkey') }))
    .options;

const keep = ({ caller }: Person, credential: string) =>
  addPasskey(testbed.deps, caller, { input: { credential, name: 'Phone' }, lang: 'en' });

async function newOwner(passkey: SoftPasskey = newPasskey()) {
  const person = await testbed.newPerson();
  const { id } = await keep(person, passkey.create(await start(person)));
  return { person, passkey, id };
}

const startLogin = async () => (await startPasskeyLogin(testbed.deps)).options;
const logIn = (credential: string, by = testbed.deps) =>
  loginWithPasskey(by, { credential, deviceKey: undefined, ip: testbed.newIp(), userAgent: 'test', lang: 'en' });

const TAMPERINGS: readonly (readonly [string, Tampering])[] = [
  ['another site', { origin: 'https://tidemark.example' }],
  ['another domain', { domain: 'tidemark.example' }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['no face, finger or PIN', { isUnverified: true }],
];

describe('adding a passkey', () => {
  it('given the browser created one, then it is listed, the owner is notified, and it cannot be added twice', async () => {
    const { person, id } = await newOwner();
    const { list } = await listPasskeys(testbed.deps, person.caller);
    expect(list).toMatchObject([{ id, name: 'Phone', is_synced: false, last_used_at: null }]);
    expect((await testbed.lastMessage(person.account))?.body).toContain('A passkey was added to your account: Phone.');
    const { rows } = await testbed.root.query(`select transports from passkey where id = $1`, [id]);
    expect(rows).toEqual([{ transports: ['internal'] }]);
    const held = await testbed.root.query(
      `select withdrawals_held_until > app_now() as held from user_account where id = $1`,
      [person.caller.userId],
    );
    expect(held.rows).toEqual([{ held: true }]);
  });

  it('given the options, then they require a resident, verified passkey, and exclude existing ones', async () => {
    const { person, passkey } = await newOwner();
    const code = await testbed.sentCode(person.account, 'passkey');
    const { options } = await startPasskey(testbed.deps, person.caller, { code });
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: 'localhost', name: 'Tidemark' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: passkey.id }],
    });
  });

  it.each(TAMPERINGS)('given %s, when it is added, then it fails', async (_what, tampering) => {
    const person = await testbed.newPerson();
    await expect(keep(person, newPasskey().create(await start(person), tampering))).rejects.toThrow('passkey_failed');
    expect((await listPasskeys(testbed.deps, person.caller)).list).toEqual([]);
  });

  it('given an unrequested certificate, then it is refused before any address in it is fetched', async () => {
    const options = await start(await testbed.newPerson());
    const answer = JSON.parse(newPasskey().create(options, { hasCertificate: true }));
    const verified = verifyCreated(testbed.deps, answer, JSON.parse(options).challenge);
    await expect(verified).rejects.toThrow('unexpected attestation');
  });

  it('given another user’s options, used ones or old ones, when it is added, then it fails', async () => {
    const person = await testbed.newPerson();
    const other = await testbed.newPerson();
    const options = await start(person);
    await expect(keep(other, newPasskey().create(options))).rejects.toThrow('passkey_failed');
    const add = () => keep(person, newPasskey().create(options));
    expect(await tally(times(5, add))).toEqual({ ok: 1, passkey_failed: 4 });
    const late = newPasskey().create(await start(person));
    await testbed.setClock('5 minutes');
    await expect(keep(person, late)).rejects.toThrow('passkey_failed');
  });

  it('given the maximum number, when several calls add one more at once, then it is refused', async () => {
    const person = await testbed.newPerson();
    const strict = { ...testbed.deps, settings: testbed.withSetting('auth.passkeys_max', 2).settings };
    const options = [await start(person), await start(person), await start(person), await start(person)];
    const add = (text: string) => {
      const credential = newPasskey().create(text);
      return addPasskey(strict, person.caller, { input: { credential, name: 'Phone' }, lang: 'en' });
    };
    expect(await tally(options.map(add))).toEqual({ ok: 2, passkey_limit: 2 });
  });

  it.each([
    '',
    '{}',
    'null',
    '[]',
    '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"e30"}}',
    '\u0000',
  ])('given the answer %j, then it fails without an internal error', async (text) => {
    const person = await testbed.newPerson();
    await expect(keep(person, text)).rejects.toThrow('passkey_failed');
    await expect(logIn(text)).rejects.toThrow('passkey_failed');
  });
});

describe('logging in with a passkey', () => {
  it('given it signs, then a session starts without the authenticator’s code, and a new device is notified', async () => {
    const { person, passkey } = await newOwner();
    await testbed.bindApp(person);
    const options = await startLogin();
    expect(JSON.parse(options)).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(JSON.parse(options).allowCredentials).toBeUndefined();
    const { token, user } = await logIn(passkey.get(options));
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({ id: person.caller.userId, book: 'real' });
    await logIn(passkey.get(await startLogin()));
    expect((await testbed.lastMessage(person.account))?.body).toContain('new device');
  });

  it.each(TAMPERINGS)('given %s, when it signs, then the login fails', async (_what, tampering) => {
    const { passkey } = await newOwner();
    await expect(logIn(passkey.get(await startLogin(), tampering))).rejects.toThrow('passkey_failed');
  });

  it('given another user’s handle, an unknown passkey or a removed one, then the login fails alike', async () => {
    const { person, passkey, id } = await newOwner();
    const handle = Buffer.from('1').toString('base64url');
    await expect(logIn(passkey.get(await startLogin(), { userHandle: handle }))).rejects.toThrow('passkey_failed');
    await expect(logIn(newPasskey().get(await startLogin()))).rejects.toThrow('passkey_failed');
    const code = await testbed.sentCode(person.account, 'passkey');
    await removePasskey(testbed.deps, person.caller, { input: { id, code }, lang: 'en' });
    await expect(logIn(passkey.get(await startLogin()))).rejects.toThrow('passkey_failed');
  });

  it('given one answer, when it is sent twenty times at once, then one session starts', async () => {
    const { passkey } = await newOwner(newPasskey(false));
    const credential = passkey.get(await startLogin());
    const lax = testbed.withSetting('auth.login_per_account', { count: 99, seconds: 60 });
    expect(await tally(times(20, () => logIn(credential, lax)))).toEqual({ ok: 1, passkey_failed: 19 });
  });

  it('given a counter that decreased, then it fails; given one that never counts, then it works repeatedly', async () => {
    const { passkey } = await newOwner();
    await logIn(passkey.get(await startLogin(), { counter: 7 }));
    for (const counter of [6, 7, 0])
      await expect(logIn(passkey.get(await startLogin(), { counter }))).rejects.toThrow('passkey_failed');
    const { passkey: silent } = await newOwner(newPasskey(false));
    for (let count = 0; count < 3; count++) await logIn(silent.get(await startLogin()));
  });

  it('given the options of another purpose or old ones, then the login fails', async () => {
    const { person, passkey } = await newOwner();
    const made = JSON.parse(await start(person));
    await expect(logIn(passkey.get(JSON.stringify(made)))).rejects.toThrow('passkey_failed');
    const credential = passkey.get(await startLogin());
    await testbed.setClock('5 minutes');
    await expect(logIn(credential)).rejects.toThrow('passkey_failed');
  });

  it('given 500 requests for options, then nothing is written', async () => {
    const countRows = async () =>
      (await testbed.root.query(`select count(*)::int as n from passkey_challenge`)).rows[0].n;
    const before = await countRows();
    for (let index = 0; index < 10; index++) await Promise.all(times(50, startLogin));
    expect(await countRows()).toBe(before);
  });

  it('given a challenge that is not ours, when it is signed correctly, then the login fails', async () => {
    const { passkey } = await newOwner();
    const options = JSON.parse(await startLogin());
    const others = openKeyRing([{ id: 'test', key: Buffer.alloc(32, 9) }]);
    const forged = makeLoginChallenge(others, new Date()).toString('base64url');
    await expect(logIn(passkey.get(JSON.stringify({ ...options, challenge: forged })))).rejects.toThrow(
      'passkey_failed',
    );
  });

  it('given a used answer, when it is sent again at once or after the sweep an hour later, then it fails', async () => {
    const { passkey } = await newOwner(newPasskey(false));
    const credential = passkey.get(await startLogin());
    await logIn(credential);
    await expect(logIn(credential)).rejects.toThrow('passkey_failed');
    const countUsed = async () =>
      (await testbed.root.query(`select from passkey_challenge where purpose = 'login'`)).rows.length;
    await testbed.setClock('59 minutes');
    await sweepAuth(testbed.as('worker').db);
    expect(await countUsed()).toBeGreaterThan(0);
    await testbed.setClock('66 minutes');
    await sweepAuth(testbed.as('worker').db);
    expect(await countUsed()).toBe(0);
    await expect(logIn(credential)).rejects.toThrow('passkey_failed');
  });

  it('given a frozen account, when it is unfrozen, then the earlier answer is already consumed', async () => {
    const { person, passkey } = await newOwner(newPasskey(false));
    const freeze = (at: string) =>
      testbed.root.query(`update user_account set frozen_at = ${at} where id = $1`, [person.caller.userId]);
    const credential = passkey.get(await startLogin());
    await freeze('now()');
    await expect(logIn(credential)).rejects.toThrow('account_frozen');
    await freeze('null');
    await expect(logIn(credential)).rejects.toThrow('passkey_failed');
  });

  it('given a frozen account, then the passkey’s owner receives that reason', async () => {
    const { person, passkey } = await newOwner();
    await testbed.root.query(`update user_account set frozen_at = now() where id = $1`, [person.caller.userId]);
    await expect(logIn(passkey.get(await startLogin()))).rejects.toThrow('account_frozen');
  });

  it('given 130 failures from one address, then a hundred were evaluated', async () => {
    const ip = testbed.newIp();
    const options = await startLogin();
    const fail = () =>
      loginWithPasskey(testbed.deps, {
        credential: newPasskey().get(options),
        deviceKey: undefined,
        ip,
        userAgent: 'test',
        lang: 'en',
      });
    expect(await tally(times(130, fail))).toEqual({ passkey_failed: 100, too_many_requests: 30 });
  });
});

describe('step-up with a passkey', () => {
  const phrase = 'blue heron';
  const startAdding = ({ caller }: Person) =>
    startStepUp(testbed.deps, caller, { path: '/plus/phrase', fields: JSON.stringify({ phrase }) });
  const optionsOf = async ({ caller }: Person, challenge: bigint) =>
    (await startStepUpPasskey(testbed.deps, caller, challenge)).options;
  const show = ({ caller }: Person, challenge: bigint, credential: string) =>
    proveStepUp(testbed.deps, caller, { challenge, credential });

  it('given it signs for a challenge, then the action executes, also where an authenticator is bound', async () => {
    const { person, passkey } = await newOwner();
    await testbed.bindApp(person);
    const { challenge, needs } = await startAdding(person);
    expect(needs).toEqual([['google_code', 'passkey']]);
    const options = await optionsOf(person, challenge);
    expect(JSON.parse(options)).toMatchObject({ allowCredentials: [{ id: passkey.id }], userVerification: 'required' });
    expect(await show(person, challenge, passkey.get(options))).toMatchObject({ proven: ['passkey'], is_enough: true });
    await setPhrase(testbed.deps, person.caller, { input: { phrase, challenge }, lang: 'en' });
  });

  it('given a signature for another challenge, for a login, or by another user’s passkey, then it fails', async () => {
    const { person, passkey } = await newOwner();
    const other = await newOwner();
    const one = (await startAdding(person)).challenge;
    const two = (await startAdding(person)).challenge;
    const signed = [
      passkey.get(await optionsOf(person, two)),
      passkey.get(await startLogin()),
      other.passkey.get(await optionsOf(person, one)),
      passkey.get(await optionsOf(person, one), { isUnverified: true }),
    ];
    for (const credential of signed) await expect(show(person, one, credential)).rejects.toThrow('passkey_failed');
    expect(await proveStepUp(testbed.deps, person.caller, { challenge: one })).toMatchObject({ proven: [] });
  });

  it('given no passkey, when options are requested, then not_found is returned', async () => {
    const person = await testbed.newPerson();
    await expect(optionsOf(person, (await startAdding(person)).challenge)).rejects.toThrow('not_found');
  });
});

describe('removing a passkey', () => {
  it('given another user’s, then it is not found; given the user’s own, then it is removed and the owner notified', async () => {
    const { person, id } = await newOwner();
    const stranger = await testbed.newPerson();
    const remove = async (by: Person) =>
      removePasskey(testbed.deps, by.caller, {
        input: { id, code: await testbed.sentCode(by.account, 'passkey') },
        lang: 'en',
      });
    await expect(remove(stranger)).rejects.toThrow('not_found');
    await remove(person);
    expect((await listPasskeys(testbed.deps, person.caller)).list).toEqual([]);
    expect((await testbed.lastMessage(person.account))?.body).toContain('A passkey was removed');
    await expect(remove(person)).rejects.toThrow('not_found');
  });
});
