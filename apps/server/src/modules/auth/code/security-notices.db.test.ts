import { categoryOf, NOTICE_KINDS, type NoticeKind } from '@app/domain/notify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FactorTestbed, openFactorTestbed, type Person } from '../../../../test/factor-testbed.ts';
import { setPhrase } from '../factor/set-phrase.ts';
import { setTradePassword } from '../factor/set-trade-password.ts';
import { freeze } from '../freeze/freeze.ts';
import { securityMail } from './mails.ts';

let testbed: FactorTestbed;

beforeAll(async () => {
  testbed = await openFactorTestbed();
});

const noticesOf = async ({ caller }: Person) =>
  (await testbed.root.query('select kind, params from notice where user_id = $1 order by id', [caller.userId])).rows;
const mailsOf = async ({ account }: Person) =>
  (
    await testbed.root.query(
      `select body from message_job where recipient = $1 and subject like 'Security%' order by id`,
      [account],
    )
  ).rows.map(({ body }) => body as string);

const ownerOf = ({ caller, account }: Person) => ({
  id: caller.userId,
  email: account,
  mobile: null,
  lang: 'en',
  phrase: null,
});

type SecurityKind = Exclude<
  NoticeKind,
  | `order${string}`
  | `position_${string}`
  | 'bet_void'
  | `demo_${string}`
  | 'transfer'
  | `claim_${string}`
  | `deposit_${string}`
  | `withdrawal_${string}`
  | `payout_${string}`
  | 'export_ready'
>;
const SECURITY_KINDS = NOTICE_KINDS.filter((kind): kind is SecurityKind => categoryOf(kind) === 'security');

describe('security notices to the owner', () => {
  it.each(SECURITY_KINDS)('%s is sent by mail and as a notice, or not at all', async (kind) => {
    const person = await testbed.newPerson();
    const params = { hours: 24, device: 'Firefox on Linux', ip: '10.0.0.1', name: 'Phone' };
    const notify = (fails: boolean) =>
      testbed.transact(async (tx) => {
        await securityMail(tx, testbed.deps, ownerOf(person), `security_${kind}`, params);
        if (fails) throw new Error('changed its mind');
      });
    await expect(notify(true)).rejects.toThrow('changed its mind');
    expect([await mailsOf(person), await noticesOf(person)]).toEqual([[], []]);
    await notify(false);
    expect(await mailsOf(person)).toHaveLength(1);
    expect(await noticesOf(person)).toEqual([{ kind, params }]);
  });

  it('given successive changes, when each is done, then each sends both, with the figures its text needs', async () => {
    const person = await testbed.newPerson();
    const { caller, account } = person;
    const setDigits = async (digits: string) =>
      setTradePassword(testbed.deps, caller, {
        input: { password: digits, re_password: digits, code: await testbed.sentCode(account, 'trade_password') },
        lang: 'en',
      });
    await setDigits('483157');
    await setDigits('90210');
    const code = await testbed.sentCode(account, 'phrase');
    await setPhrase(testbed.deps, caller, { input: { phrase: 'blue heron', code }, lang: 'en' });
    await testbed.signIn(account, { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '10.9.8.7' });
    await testbed.signIn(account, { userAgent: 'curl/8', ip: '10.9.8.7', deviceKey: 'x'.repeat(43) });
    await freeze(testbed.deps, caller, 'en');
    const notices = await noticesOf(person);
    expect(notices).toEqual(
      expect.arrayContaining([
        { kind: 'trade_password_set', params: {} },
        { kind: 'trade_password', params: { hours: 24 } },
        { kind: 'phrase', params: {} },
        { kind: 'new_device', params: { device: 'curl', ip: '10.9.8.7' } },
        { kind: 'frozen', params: {} },
      ]),
    );
    expect(await mailsOf(person)).toHaveLength(notices.length);
  });

  it('given a refused change, when it ends, then neither is sent', async () => {
    const person = await testbed.newPerson();
    const input = { phrase: 'blue heron', code: '000000' };
    await expect(setPhrase(testbed.deps, person.caller, { input, lang: 'en' })).rejects.toThrow();
    expect([await mailsOf(person), await noticesOf(person)]).toEqual([[], []]);
  });
});
