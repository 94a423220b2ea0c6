import { setCountry, userInfo } from '@app/protocol/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';
import { newPerson } from '../../../../test/people.ts';

let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed();
});

const setTo = async (token: string, country: string) => (await testbed.send(setCountry, { country }, token)).json();
const shown = async (token: string) => (await testbed.send(userInfo, {}, token)).json().data.country;

/** Opens a session of a user who registered before countries were asked for. */
async function newSession(): Promise<string> {
  const person = await newPerson(testbed);
  await testbed.root.query('update user_account set country = null where id = $1', [person.id]);
  return person.token;
}

describe('the country of a user', () => {
  it('given an account without one, when it is set, then it is shown and cannot be set again', async () => {
    const token = await newSession();
    expect(await shown(token)).toBe('');
    expect(await setTo(token, 'DE')).toMatchObject({ code: 1, data: { country: 'DE' } });
    expect(await shown(token)).toBe('DE');
    expect(await setTo(token, 'FR')).toMatchObject({ code: 0, error: 'not_allowed' });
    expect(await shown(token)).toBe('DE');
  });

  it('given two are set at once, when both end, then one of them was recorded', async () => {
    const token = await newSession();
    const answers = await Promise.all(['DE', 'FR', 'JP', 'TR'].map((country) => setTo(token, country)));
    const taken = answers.filter(({ code }) => code === 1);
    expect(taken).toHaveLength(1);
    expect(await shown(token)).toBe(taken[0].data.country);
  });

  it.each(['', 'de', 'XX', 'DEU'])('given %j, when it is set, then nothing is recorded', async (country) => {
    const token = await newSession();
    expect((await setTo(token, country)).code).toBe(0);
    expect(await shown(token)).toBe('');
  });
});
