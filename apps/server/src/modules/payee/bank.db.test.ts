import type { Input } from '@app/protocol';
import type { saveBank as route } from '@app/protocol/payee';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../../../test/auth-testbed.ts';
import { type FactorTestbed, openFactorTestbed, type Person, TRADE_PASSWORD } from '../../../test/factor-testbed.ts';
import { newKey } from '../../../test/new-key.ts';
import { readBank, saveBank } from './bank.ts';

let testbed: FactorTestbed;

beforeAll(async () => {
  testbed = await openFactorTestbed();
});
beforeEach(() => testbed.setClock('0'));

const CARD: Input<typeof route> = {
  real_name: 'Mira Kaya',
  bank_name: 'Example Bank',
  bank_account: '1234567890123',
  bank_address: '1 Main Street, New York',
  aba: '021000021',
  swift: 'chas us 33',
  holder_address: '5 Side Street, Boston',
  post_code: '02101',
  receiver_phone: '+1 (415) 555-0100',
};

async function newOwner(): Promise<Person> {
  const person = await testbed.newPerson();
  await testbed.giveTradePassword(person);
  return person;
}

const save = ({ caller }: Person, fields: Partial<Input<typeof route>> = {}, key = newKey()) =>
  saveBank(testbed.deps, caller, { input: { ...CARD, password: TRADE_PASSWORD, ...fields }, key, lang: 'en' });
const read = async ({ caller }: Person) => (await readBank(testbed.deps, caller.userId)).card;

describe('a bank account', () => {
  it('given it is saved, then it is read with its number masked, and nothing of it is stored in the clear', async () => {
    const me = await newOwner();
    expect(await read(me)).toBeNull();
    const key = newKey();
    const answer = await save(me, { branch: 'Harbour' }, key);
    expect(answer.bank_account).toBe('•••• 0123');
    expect(await read(me)).toMatchObject({
      real_name: 'Mira Kaya',
      bank_account: '•••• 0123',
      swift: 'CHASUS33',
      branch: 'Harbour',
      receiver_phone: '+14155550100',
      is_usable: false,
      usable_at: answer.usable_at,
    });
    const tables = ['payee_bank', 'idempotency', 'notice', 'message_job', 'outbox'];
    for (const table of tables) {
      const { rows } = await testbed.root.query(`select coalesce(string_agg(t::text, ' '), '') as all from ${table} t`);
      for (const secret of ['1234567890123', 'Mira Kaya', 'Side Street', '415555'])
        expect([table, rows[0].all.includes(secret)]).toEqual([table, false]);
    }
    const { rows } = await testbed.root.query(`select kind, params from notice where user_id = $1`, [me.caller.userId]);
    expect(rows).toEqual([{ kind: 'bank_saved', params: { bank: 'Example Bank', account: '•••• 0123', hours: 24 } }]);
  });

  it('given another wait is set, then it is announced before and after an account is saved', async () => {
    const me = await newOwner();
    const { settings } = testbed.withSetting('reference.new_address_wait_hours', 72);
    const announced = async () => (await readBank({ ...testbed.deps, settings }, me.caller.userId)).wait_hours;
    expect(await announced()).toBe(72);
    await save(me);
    expect(await announced()).toBe(72);
  });

  it('given a row copied to another user, then it cannot be opened', async () => {
    const me = await newOwner();
    await save(me);
    const thief = await newOwner();
    await testbed.root.query(
      `insert into payee_bank select $1, key_id, sealed, changed_at, usable_at from payee_bank where user_id = $2`,
      [thief.caller.userId, me.caller.userId],
    );
    await expect(read(thief)).rejects.toThrow();
  });

  it('given another one, then it replaces the first and waits again', async () => {
    const me = await newOwner();
    await save(me);
    await testbed.setClock('25 hours');
    expect(await read(me)).toMatchObject({ is_usable: true });
    await save(me, { bank_account: '99999999999999' });
    expect(await read(me)).toMatchObject({ bank_account: '•••• 9999', is_usable: false });
  });

  it('given the same key ten times at once, then it is saved once; ten keys leave one account', async () => {
    const me = await newOwner();
    const key = newKey();
    const first = await save(me, {}, key);
    const again = () => saveBank(testbed.deps, me.caller, { input: CARD, key, lang: 'en' });
    expect(await Promise.all(times(10, again))).toEqual(times(10, () => first));
    await Promise.all(times(3, () => save(me)));
    const { rows } = await testbed.root.query(
      `select (select count(*)::int from payee_bank where user_id = $1) as cards,
              (select count(*)::int from notice where user_id = $1) as notices`,
      [me.caller.userId],
    );
    expect(rows).toEqual([{ cards: 1, notices: 4 }]);
  });

  it.each([
    [{ bank_account: '123456789012' }, 'bank_account_wrong'],
    [{ swift: 'CHASUS3' }, 'swift_code_wrong'],
    [{ aba: '021000022' }, 'aba_number_wrong'],
    [{ receiver_phone: 'none' }, 'receiver_phone_wrong'],
    [{ password: '999999' }, 'trade_password_wrong'],
    [{ password: undefined }, 'step_up_required'],
  ])('given %j, then it is refused as %s', async (fields, code) => {
    const me = await newOwner();
    await expect(save(me, fields)).rejects.toThrow(code);
    expect(await read(me)).toBeNull();
  });
});
