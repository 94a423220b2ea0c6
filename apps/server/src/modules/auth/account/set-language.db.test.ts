import { LANGUAGE_CODES, type Language } from '@app/i18n';
import { mailText } from '@app/i18n/server';
import { sendMailCode, setLanguage, userInfo } from '@app/protocol/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';

let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed();
});

const choose = (lang: unknown, token?: string) => testbed.send(setLanguage, { lang }, token);

async function newUser(): Promise<{ token: string; account: string }> {
  const token = await testbed.newSession();
  const { account } = (await testbed.send(userInfo, {}, token)).json().data;
  return { token, account };
}

/** Returns the mail sent when a code to this address is requested in `lang`. */
async function mailFor(account: string, lang: Language, purpose = 'forget') {
  await testbed.send(sendMailCode, { user_string: account, purpose, lang });
  const { rows } = await testbed.root.query(
    'select subject, body from message_job where recipient = $1 order by id desc limit 1',
    [account],
  );
  return rows[0] as { subject: string; body: string };
}

describe('the language of a user', () => {
  it('given none was chosen, when a mail is triggered, then it is in the language of the call', async () => {
    const { account } = await newUser();
    expect((await mailFor(account, 'tur')).subject).toBe(mailText('tur', 'code_subject'));
    expect((await mailFor(account, 'en')).subject).toBe(mailText('en', 'code_subject'));
  });

  it('given a chosen language, when mails are triggered in another, then the chosen one is used, for this user only', async () => {
    const { token, account } = await newUser();
    const other = await newUser();
    const answer = await choose('jp', token);
    expect(answer.json()).toMatchObject({ type: 'ok', code: 1, data: { lang: 'jp' } });
    const mail = await mailFor(account, 'en');
    expect(mail.subject).toBe(mailText('jp', 'code_subject'));
    expect(mail.body).toContain(mailText('jp', 'code_not_you'));
    const notice = await mailFor(account, 'en', 'register');
    expect(notice.body.trim()).toBe(mailText('jp', 'notice_known'));
    expect((await mailFor(other.account, 'en')).subject).toBe(mailText('en', 'code_subject'));
    expect((await mailFor('nobody@example.com', 'en')).subject).toBe(mailText('en', 'notice_subject'));
  });

  it('given another choice, or the same again, when a mail is triggered, then the last choice applies', async () => {
    const { token, account } = await newUser();
    for (const lang of ['jp', 'tur', 'tur']) expect((await choose(lang, token)).statusCode).toBe(200);
    expect((await mailFor(account, 'en')).subject).toBe(mailText('tur', 'code_subject'));
  });

  it('accepts exactly the languages that have texts, and the database can store each', async () => {
    expect([...setLanguage.request.shape.lang.options].sort()).toEqual([...LANGUAGE_CODES].sort());
    const { token, account } = await newUser();
    for (const lang of LANGUAGE_CODES) {
      expect((await choose(lang, token)).json().data).toEqual({ lang });
      const { rows } = await testbed.root.query('select lang from user_account where email = $1', [account]);
      expect(rows).toEqual([{ lang }]);
    }
  });

  it.each(['', 'EN', 'fr', 'zh-CN', null, ['en']])('given %j, when it is chosen, then it is refused', async (lang) => {
    const response = await choose(lang, await testbed.newSession());
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 0, error: 'parameter_error', fields: ['lang'] });
  });

  it('given a visitor, when one is chosen, then it is answered and no user changes; a wrong token is refused', async () => {
    const { account } = await newUser();
    const languages = async () => (await testbed.root.query('select id, lang from user_account order by id')).rows;
    const before = await languages();
    expect((await choose('jp')).json()).toMatchObject({ type: 'ok', code: 1, data: { lang: 'jp' } });
    expect((await choose('fr')).json()).toMatchObject({ error: 'parameter_error' });
    expect((await choose('jp', 'x'.repeat(43))).json()).toMatchObject({ type: 999, error: 'session_invalid' });
    expect(await languages()).toEqual(before);
    expect((await mailFor(account, 'en')).subject).toBe(mailText('en', 'code_subject'));
  });
});
