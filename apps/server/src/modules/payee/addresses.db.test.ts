import { randomBytes } from 'node:crypto';
import type { Input } from '@app/protocol';
import { editAddress as editRoute, saveAddress as saveRoute } from '@app/protocol/payee';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tally, times } from '../../../test/auth-testbed.ts';
import { type FactorTestbed, openFactorTestbed, type Person, TRADE_PASSWORD } from '../../../test/factor-testbed.ts';
import { newKey } from '../../../test/new-key.ts';
import { untilBlocked } from '../../../test/until.ts';
import { usableAddress } from './index.ts';
import { findAddresses, listAddresses, removeAddress } from './list-addresses.ts';
import { saveAddress } from './save-address.ts';

let testbed: FactorTestbed;

beforeAll(async () => {
  testbed = await openFactorTestbed();
});
beforeEach(() => testbed.setClock('0'));

/** In lower case, an Ethereum address needs no checksum. */
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

async function newOwner(): Promise<Person> {
  const person = await testbed.newPerson();
  await testbed.giveTradePassword(person);
  return person;
}

type Fields = Partial<Input<typeof saveRoute>>;

const requestOf = (fields: Fields): Input<typeof saveRoute> => ({
  currency: 'USDT',
  address: newAddress(),
  name: 'Cold',
  ...fields,
});

/** Saves with the trade password in the call. */
const save = ({ caller }: Person, fields: Fields = {}, key = newKey()) =>
  saveAddress(testbed.deps, caller, {
    route: fields.id === undefined ? saveRoute : editRoute,
    input: { ...requestOf(fields), password: fields.password ?? TRADE_PASSWORD },
    key,
    lang: 'en',
  });

/** Prepares a save that was proven by a challenge of its own, so that many can be sent at once. */
async function prepare(person: Person, fields: Fields): Promise<() => Promise<unknown>> {
  const route = fields.id === undefined ? saveRoute : editRoute;
  const input = requestOf(fields);
  const challenge = await testbed.provenChallenge(person, route, input);
  await testbed.root.query(`update step_up set proven = '{trade_password}' where id = $1`, [challenge]);
  return () =>
    saveAddress(testbed.deps, person.caller, { route, input: { ...input, challenge }, key: newKey(), lang: 'en' });
}

/** Prepares many, one after the other. */
async function prepareMany(person: Person, many: readonly Fields[]): Promise<(() => Promise<unknown>)[]> {
  const sends: (() => Promise<unknown>)[] = [];
  for (const fields of many) sends.push(await prepare(person, fields));
  return sends;
}

const remove = ({ caller: { userId } }: Person, id: bigint) => removeAddress(testbed.deps, { userId, id, lang: 'en' });
const listed = async ({ caller }: Person) =>
  (await listAddresses(testbed.deps, caller.userId, { page: 1, limit: 10 })).list;
const live = async ({ caller }: Person) =>
  (
    await testbed.root.query(`select slot from payee_address where user_id = $1 and removed_at is null`, [
      caller.userId,
    ])
  ).rows.length;
const noticesOf = async ({ caller }: Person) =>
  (await testbed.root.query(`select kind from notice where user_id = $1 order by id`, [caller.userId])).rows.map(
    ({ kind }) => kind,
  );

describe('an address', () => {
  it('given it is saved, then it is listed in its standard form, waits 24 h, and its owner is notified', async () => {
    const me = await newOwner();
    const saved = await save(me, { currency: 'ETH', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' });
    expect(saved).toMatchObject({
      chain: 'ERC20',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      name: 'Cold',
    });
    expect(await listed(me)).toEqual([saved]);
    const waits = saved.usable_at - saved.created_at;
    expect(Math.round(waits / 60_000)).toBe(24 * 60);
    expect(await noticesOf(me)).toEqual(['address_added']);
    const { body } = (await testbed.lastMessage(me.account)) ?? { body: '' };
    expect(body).toContain('0x5aAe…1BeAed');
    expect(body).not.toContain('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    expect((await findAddresses(testbed.db, me.caller.userId, 'ETH')).list).toHaveLength(1);
    expect((await findAddresses(testbed.db, me.caller.userId, 'USDT')).list).toEqual([]);
  });

  it('given another wait is set, then the list announces it and a new one waits as long', async () => {
    const me = await newOwner();
    const page = { page: 1, limit: 10 };
    expect(await listAddresses(testbed.deps, me.caller.userId, page)).toMatchObject({ wait_hours: 24 });
    const deps = { ...testbed.deps, settings: testbed.withSetting('reference.new_address_wait_hours', 72).settings };
    const input = { ...requestOf({}), password: TRADE_PASSWORD };
    const saved = await saveAddress(deps, me.caller, { route: saveRoute, input, key: newKey(), lang: 'en' });
    expect(Math.round((saved.usable_at - saved.created_at) / 60_000)).toBe(72 * 60);
    expect(await listAddresses(deps, me.caller.userId, page)).toMatchObject({ list: [saved], wait_hours: 72 });
  });

  it.each([
    [{ address: 'TR7NHq****gjLj6t' }, 'address_has_asterisk'],
    [{ address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }, 'address_checksum_wrong'],
    [{ chain: 'TRC20', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }, 'address_of_other_chain'],
    [{ currency: 'BTC', address: 'mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs' }, 'address_of_test_network'],
    [{ currency: 'BTC', chain: 'TRC20' }, 'chain_of_other_coin'],
    [{ currency: 'EUR' }, 'chain_of_other_coin'],
    [{ name: 'x'.repeat(21) }, 'address_name_wrong'],
  ] as const)('given %j, then it is refused as %s before any proof is compared', async (fields, code) => {
    const me = await newOwner();
    await expect(save(me, { ...fields, password: '999999' })).rejects.toThrow(code);
    expect(await live(me)).toBe(0);
    const { rows } = await testbed.root.query(`select 1 from attempt where key like $1`, [`%:${me.caller.userId}`]);
    expect(rows).toEqual([]);
  });

  it('given no or a wrong trade password, then nothing is saved, and five wrong ones lock it', async () => {
    const stranger = await testbed.newPerson();
    await expect(save(stranger)).rejects.toThrow('trade_password_missing');
    const me = await newOwner();
    const unproven = { route: saveRoute, input: requestOf({}), key: newKey(), lang: 'en' };
    await expect(saveAddress(testbed.deps, me.caller, unproven)).rejects.toThrow('step_up_required');
    for (const _ of times(5, () => 0))
      await expect(save(me, { password: '999999' })).rejects.toThrow('trade_password_wrong');
    await expect(save(me)).rejects.toThrow('too_many_requests');
    expect(await live(me)).toBe(0);
    expect(await noticesOf(me)).toEqual([]);
  });

  it('given the same key ten times at once and later without proof, then it is saved once', async () => {
    const me = await newOwner();
    const address = newAddress();
    const key = newKey();
    const first = await save(me, { address }, key);
    const input = requestOf({ address });
    const again = () => saveAddress(testbed.deps, me.caller, { route: saveRoute, input, key, lang: 'en' });
    expect(await Promise.all(times(10, again))).toEqual(times(10, () => first));
    expect(await live(me)).toBe(1);
    await expect(save(me, { address: newAddress() }, key)).rejects.toThrow('idempotency_key_reused');
    expect(await noticesOf(me)).toEqual(['address_added']);
  });

  it('given it is saved already, then it is refused; for another coin on the same chain it is not', async () => {
    const me = await newOwner();
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await save(me, { address });
    await expect(save(me, { address: address.toLowerCase() })).rejects.toThrow('address_saved_already');
    expect(await save(me, { currency: 'ETH', address })).toMatchObject({ currency: 'ETH' });
  });
});

describe('at most three', () => {
  it('given a fourth, then it is refused, also before the trade password; after a deletion it is saved', async () => {
    const me = await newOwner();
    const first = await save(me);
    await save(me);
    await save(me);
    await expect(save(me)).rejects.toMatchObject({ code: 'address_limit', params: { maximum: '3' } });
    const unproven = { route: saveRoute, input: requestOf({}), key: newKey(), lang: 'en' };
    await expect(saveAddress(testbed.deps, me.caller, unproven)).rejects.toThrow('address_limit');
    await remove(me, first.id);
    await save(me);
    expect(await live(me)).toBe(3);
  });

  it('given 50 different ones at once, then exactly three are saved', async () => {
    const me = await newOwner();
    const sends = await prepareMany(
      me,
      times(50, () => ({})),
    );
    expect(await tally(sends.map((send) => send()))).toEqual({ ok: 3, address_limit: 47 });
    expect(await live(me)).toBe(3);
  });

  it('given 50 saves, edits and deletions at once, then never more than three, each in its own slot', async () => {
    const me = await newOwner();
    const saved = [await save(me), await save(me)];
    const edits = await prepareMany(
      me,
      times(20, () => ({ id: saved[Math.floor(Math.random() * 2)]!.id })),
    );
    const saves = await prepareMany(
      me,
      times(25, () => ({})),
    );
    const removals = times(5, () => () => remove(me, saved[0]!.id));
    let most = 0;
    let isDone = false;
    const watch = async () => {
      while (!isDone) most = Math.max(most, await live(me));
    };
    const watched = watch();
    const outcomes = await tally([...edits, ...removals, ...saves].map((send) => send()));
    isDone = true;
    await watched;
    expect(Object.keys(outcomes).filter((code) => !['ok', 'address_limit', 'not_found'].includes(code))).toEqual([]);
    expect(most).toBeLessThanOrEqual(3);
    expect(await live(me)).toBe(3);
  });

  it('is enforced by the database without the lock', async () => {
    const me = await newOwner();
    const insert = (slot: number) =>
      testbed.attempt(
        'app',
        `insert into payee_address (id, user_id, slot, currency, chain, address, ends, name, usable_at)
         values (${testbed.nextId()}, ${me.caller.userId}, ${slot}, 'USDT', 'ERC20', '${newAddress()}', 'x', 'x',
                 app_now() + interval '1 day')`,
      );
    expect(await insert(1)).toBe('1 rows');
    for (const slot of [0, 4, -1]) expect(await insert(slot)).toBe('23514');
    await save(me);
    expect(await insert(1)).toBe('23505');
  });
});

describe('an edit', () => {
  it('given only a new name, then it applies at once and the wait is not started again', async () => {
    const me = await newOwner();
    const saved = await save(me, { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    await testbed.setClock('23 hours');
    const edited = await save(me, { ...saved, name: 'Ledger' });
    expect(edited).toEqual({ ...saved, name: 'Ledger' });
    expect(await noticesOf(me)).toEqual(['address_added', 'address_renamed']);
    expect(await save(me, { ...saved, name: 'Ledger' })).toEqual(edited);
    expect(await noticesOf(me)).toHaveLength(2);
  });

  it('given another address, then it has a new id, waits again, and the old id can no longer be used', async () => {
    const me = await newOwner();
    const saved = await save(me);
    await testbed.setClock('25 hours');
    const edited = await save(me, { id: saved.id });
    expect(edited.id).not.toBe(saved.id);
    expect(edited).toMatchObject({ is_usable: false });
    expect(await listed(me)).toEqual([edited]);
    await expect(save(me, { id: saved.id })).rejects.toThrow('not_found');
    const use = (id: bigint) => testbed.transact((tx) => usableAddress(tx, me.caller.userId, id));
    await expect(use(saved.id)).rejects.toThrow('not_found');
    await expect(use(edited.id)).rejects.toMatchObject({ code: 'address_waits', params: { hours: '24' } });
    expect(await noticesOf(me)).toEqual(['address_added', 'address_changed']);
  });

  it('given a full book, then it is possible; given another user’s address, then it is not found', async () => {
    const me = await newOwner();
    const first = await save(me);
    await save(me);
    await save(me);
    expect(await save(me, { id: first.id, name: 'New' })).toMatchObject({ name: 'New' });
    expect(await live(me)).toBe(3);
    await expect(save(await newOwner(), { id: (await listed(me))[0]!.id })).rejects.toThrow('not_found');
  });
});

describe('a deletion', () => {
  it('given ten at once, then one is notified; another user’s address is not found and stays', async () => {
    const me = await newOwner();
    const saved = await save(me);
    await expect(remove(await newOwner(), saved.id)).rejects.toThrow('not_found');
    expect(await tally(times(10, () => remove(me, saved.id)))).toEqual({ ok: 10 });
    expect(await listed(me)).toEqual([]);
    expect(await noticesOf(me)).toEqual(['address_added', 'address_removed']);
  });

  it('is final: no process can bring the address back or change what a row points to', async () => {
    const me = await newOwner();
    const { id } = await save(me);
    await remove(me, id);
    const set = (change: string) => testbed.attempt('app', `update payee_address set ${change} where id = ${id}`);
    expect(await set('removed_at = null')).toBe('PA001');
    for (const change of [`address = 'x'`, 'usable_at = app_now()', 'user_id = 1', `chain = 'ERC20'`, 'slot = 1'])
      expect([change, await set(change)]).toEqual([change, '42501']);
    expect(await testbed.attempt('app', 'delete from payee_address')).toBe('42501');
    // The worker writes them into the owner's download and deletes them with the account; it changes none.
    expect(await testbed.attempt('worker', `update payee_address set name = 'x'`)).toBe('42501');
    // Custody compares where a withdrawal goes with them, and reads no name.
    expect(await testbed.attempt('custody', 'select name from payee_address')).toBe('42501');
    expect(await testbed.attempt('custody', `update payee_address set address = 'x'`)).toBe('42501');
    for (const role of ['gateway', 'engine', 'feed', 'admin'] as const)
      expect([role, await testbed.attempt(role, 'select address from payee_address')]).toEqual([role, '42501']);
  });
});

describe('the use of an address', () => {
  it('is possible after the wait and not a minute before, by its owner only', async () => {
    const me = await newOwner();
    const saved = await save(me);
    const use = (person = me) => testbed.transact((tx) => usableAddress(tx, person.caller.userId, saved.id));
    await testbed.setClock('23 hours 59 minutes');
    await expect(use()).rejects.toMatchObject({ code: 'address_waits', params: { hours: '1' } });
    await testbed.setClock('24 hours 1 minute');
    expect(await use()).toEqual({ ...saved, is_usable: true });
    await expect(use(await newOwner())).rejects.toThrow('not_found');
  });

  it('keeps the address from being removed until its transaction ends', async () => {
    const me = await newOwner();
    const { id } = await save(me);
    await testbed.setClock('25 hours');
    let removed = false;
    await testbed.transact(async (tx) => {
      await usableAddress(tx, me.caller.userId, id);
      void remove(me, id).then(() => {
        removed = true;
      });
      await untilBlocked(testbed.root);
      expect(removed).toBe(false);
    });
    await expect.poll(() => removed).toBe(true);
  });
});

/** Two addresses with the same first and last four characters. */
const alike = () => `0xa614${randomBytes(16).toString('hex')}6f7e`;

describe('an address that looks like another', () => {
  const one = alike();
  const other = alike();

  it('given a saved one, then it is refused with a comparison until it is confirmed', async () => {
    const me = await newOwner();
    const { address } = await save(me, { address: one, name: 'Exchange' });
    const warning = { code: 'address_looks_alike', params: { name: 'Exchange', address } };
    await expect(save(me, { address: other })).rejects.toMatchObject(warning);
    const unproven = { route: saveRoute, input: requestOf({ address: other }), key: newKey(), lang: 'en' };
    await expect(saveAddress(testbed.deps, me.caller, unproven)).rejects.toMatchObject(warning);
    expect((await save(me, { address: other, confirm_alike: true })).address.toLowerCase()).toBe(other);
  });

  it('given a deleted or an edited one, then it is refused as well; for another user it is not', async () => {
    const me = await newOwner();
    const saved = await save(me, { address: one });
    await expect(save(me, { id: saved.id, address: other })).rejects.toThrow('address_looks_alike');
    await remove(me, saved.id);
    await expect(save(me, { address: other })).rejects.toThrow('address_looks_alike');
    expect((await save(me, { address: one })).address.toLowerCase()).toBe(one);
    expect((await save(await newOwner(), { address: other })).address.toLowerCase()).toBe(other);
  });
});

describe('any sequence of changes', () => {
  it('leaves what a simple model says', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('save' as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant('edit' as const), at: fc.nat(5), to: fc.nat(5) }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(5) }),
    );
    const pool = times(6, () => newAddress());
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const me = await newOwner();
        let model: string[] = [];
        for (const it of steps) {
          const rows = await listed(me);
          const idOf = (at: number) => rows.find(({ address }) => address.toLowerCase() === pool[at])?.id;
          if (it.kind === 'save') {
            const isAccepted = model.length < 3 && !model.includes(pool[it.at]!);
            const outcome = await tally([save(me, { address: pool[it.at]! })]);
            expect(outcome.ok === 1).toBe(isAccepted);
            if (isAccepted) model.push(pool[it.at]!);
          } else if (it.kind === 'remove') {
            const id = idOf(it.at);
            if (id !== undefined) await remove(me, id);
            model = model.filter((address) => address !== pool[it.at]);
          } else {
            const id = idOf(it.at);
            if (id === undefined) continue;
            const isTaken = it.at !== it.to && model.includes(pool[it.to]!);
            const outcome = await tally([save(me, { id, address: pool[it.to]! })]);
            expect(outcome.ok === 1).toBe(!isTaken);
            if (!isTaken) model = model.map((address) => (address === pool[it.at] ? pool[it.to]! : address));
          }
        }
        expect((await listed(me)).map(({ address }) => address.toLowerCase()).sort()).toEqual([...model].sort());
      }),
      { numRuns: 15 },
    );
  });
});
