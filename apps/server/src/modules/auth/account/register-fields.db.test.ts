import { checkMobile, register, sendMailCode, sendSmsCode } from '@app/protocol/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';

let testbed: ApiTestbed;
let good: Record<string, unknown>;

const ACCOUNT = 'ann@example.com';

beforeAll(async () => {
  testbed = await openApiTestbed();
  await testbed.send(sendMailCode, { user_string: ACCOUNT });
  const { rows } = await testbed.root.query('select body from message_job where recipient = $1', [ACCOUNT]);
  const code = /\b\d{6}\b/.exec(rows[0].body)?.[0];
  // The specification's fields, and the two that it leaves to the form: consent and country.
  good = {
    user_string: ACCOUNT,
    code,
    password: 'correct horse',
    re_password: 'correct horse',
    extension_code: '',
    type: 'email',
    app_id: 'h5',
    user_id: '',
    area_code: '86',
    area_code_id: '1',
    agree: '1',
    country: 'DE',
  };
});

const answerTo = async (fields: object) => (await testbed.send(register, fields)).json();
const without = (field: string) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== field));

describe('the fields of a registration', () => {
  it.each([
    ['user_string', 'account_malformed'],
    ['code', 'code_malformed'],
    ['password', 'password_missing'],
    ['re_password', 'passwords_differ'],
    ['agree', 'risk_not_acknowledged'],
    ['country', 'country_unknown'],
  ])('given no %s, then it is refused as %s', async (field, error) => {
    expect(await answerTo(without(field))).toMatchObject({ type: 'error', code: 0, error, fields: [field] });
  });

  it.each([
    ['user_string', 'ann', 'account_malformed'],
    ['user_string', 'a'.repeat(300), 'account_malformed'],
    ['type', 'fax', 'account_type_unknown'],
    ['code', '12345', 'code_malformed'],
    ['code', '1234567', 'code_malformed'],
    ['code', '12a456', 'code_malformed'],
    ['password', '', 'password_missing'],
    ['re_password', 'another horse', 'passwords_differ'],
    ['agree', '0', 'risk_not_acknowledged'],
    ['agree', 'yes', 'risk_not_acknowledged'],
    ['country', 'Germany', 'country_unknown'],
    ['country', 'XX', 'country_unknown'],
    ['country', 'KP', 'country_closed'],
    ['extension_code', 'NOBODY', 'invite_code_unknown'],
    ['extension_code', 'A'.repeat(17), 'invite_code_unknown'],
    ['area_code', '0', 'area_code_malformed'],
  ])('given %s %j, then it is refused as %s', async (field, value, error) => {
    expect(await answerTo({ ...good, [field]: value })).toMatchObject({ type: 'error', code: 0, error });
  });

  it('given several wrong fields, then the first of the form has the word, and all are named', async () => {
    expect(await answerTo({ ...without('agree'), code: '1', lang: 'tur' })).toMatchObject({
      error: 'code_malformed',
      message: 'Kod altı haneli olmalı.',
      fields: ['code', 'agree'],
    });
  });

  it('given the phone number of nobody’s network in mainland China, then it is no account and gets no code', async () => {
    const wrong = { area_code: '86', type: 'mobile' };
    expect(await answerTo({ ...good, ...wrong, user_string: '12800138000' })).toMatchObject({
      error: 'account_malformed',
    });
    const isFine = async (user_string: string, area_code: string) =>
      (await testbed.send(checkMobile, { user_string, area_code })).json().data.ok;
    expect(await isFine('12800138000', '86')).toBe(0);
    expect(await isFine('13800138000', '86')).toBe(1);
    expect(await isFine('12800138000', '49')).toBe(1);
    expect((await testbed.send(sendSmsCode, { mobile: '12800138000', area_code: '86' })).statusCode).toBe(400);
  });

  // The last one, because it uses the code.
  it('given all of them, then the account is opened and nothing before has used the code', async () => {
    expect(await answerTo(good)).toMatchObject({ type: 'ok', code: 1, data: { user_id: expect.any(String) } });
    expect(await answerTo(good)).toMatchObject({ error: 'code_expired' });
  });
});
