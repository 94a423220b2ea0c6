import { acceptedTerms, terms } from '@app/protocol/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';
import { type AuthTestbed, openAuthTestbed } from '../../../../test/auth-testbed.ts';
import { readAcceptedTerms, readTerms } from './terms.ts';

let testbed: AuthTestbed;
let api: ApiTestbed;

beforeAll(async () => {
  testbed = await openAuthTestbed();
  api = await openApiTestbed();
});

/** Registers a new account while a version of the terms is in force, and returns its user. */
const registerUnder = async (version?: number) => {
  const account = testbed.newAccount();
  const by = version === undefined ? testbed.deps : testbed.withSetting('auth.terms_version', version);
  return (await testbed.enrol(account, await testbed.sentCode(account), {}, by)).user_id;
};
const acceptedBy = async (userId: bigint) =>
  (await readAcceptedTerms(testbed.deps, await testbed.openSession(userId))).version;

describe('the terms a user accepted', () => {
  it('given a new account, then the version in force is recorded with it, and its time is the registration’s', async () => {
    const userId = await registerUnder();
    const { version } = await readTerms(testbed.deps);
    const accepted = await readAcceptedTerms(testbed.deps, await testbed.openSession(userId));
    expect(accepted.version).toBe(version);
    expect(Math.abs(accepted.at - Date.now())).toBeLessThan(60_000);
  });

  it('given a later version, then it is recorded with later accounts, and earlier ones keep theirs', async () => {
    const earlier = await registerUnder();
    const later = await registerUnder(7);
    expect(await acceptedBy(later)).toBe(7);
    expect(await acceptedBy(earlier)).toBe(1);
  });

  it('given an account from before versions were recorded, then there is none, and none is made up', async () => {
    const { id } = await testbed.newUser();
    expect(await acceptedBy(id)).toBeNull();
  });

  it('given the role of the API, when it changes a recorded version, then the database refuses', async () => {
    const app = await testbed.bare('app');
    await expect(app.query('update user_account set terms_version = 9')).rejects.toThrow('permission denied');
    await expect(testbed.root.query('update user_account set terms_version = 0')).rejects.toThrow(
      'a_version_of_the_terms_is_above_zero',
    );
  });
});

describe('the routes', () => {
  it('given a visitor, then the version and the operator are shown, and accepted terms need a session', async () => {
    expect((await api.send(terms, {})).json()).toMatchObject({ code: 1, data: { version: 1, operator: '' } });
    expect((await api.send(acceptedTerms, {})).json()).toMatchObject({ code: 0, type: 999 });
    const token = await api.newSession();
    expect((await api.send(acceptedTerms, {}, token)).json()).toMatchObject({ code: 1, data: { version: null } });
  });
});
