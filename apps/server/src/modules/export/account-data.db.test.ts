import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed } from '../../../test/auth-testbed.ts';
import { newKey } from '../../../test/new-key.ts';
import { dataExport, PERSONAL_TABLES } from '../../../test/personal-data.ts';
import { silent } from '../../../test/testbed.ts';
import { claimWriter } from '../../platform/db/writer.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { createSettings } from '../reference/index.ts';
import { exportData, listExports, openExport } from './request-export.ts';
import { runNextExport } from './run-exports.ts';

let testbed: AuthTestbed;
beforeAll(async () => {
  testbed = await openAuthTestbed();
});
beforeEach(() => testbed.root.query(`delete from export_job`));

type Person = { readonly id: bigint; readonly account: string; readonly caller: Caller };

async function newPerson(): Promise<Person> {
  const { id, account } = await testbed.newUser();
  await testbed.root.query(`insert into notice (id, user_id, kind, category) values ($1, $2, 'phrase', 'security')`, [
    testbed.nextId(),
    id,
  ]);
  return { id, account, caller: await testbed.openSession(id) };
}

const depsOf = () => ({ ...testbed.deps, kinds: [dataExport(testbed.db)] });
const request = ({ caller }: Person, code: string, key = newKey()) =>
  exportData(depsOf(), caller, { input: { code }, key, language: 'en' });

async function makeFiles() {
  const { db } = testbed.as('worker');
  const runner = {
    db,
    settings: createSettings(db),
    nextId: await claimWriter(db),
    kinds: [dataExport(db)],
    log: silent,
  };
  while (await runNextExport(runner));
}

async function download(person: Person): Promise<string> {
  const { id } = await request(person, await testbed.sentCode(person.account, 'data'));
  await makeFiles();
  const { bytes } = await openExport(depsOf(), person.caller, id);
  const parts: Buffer[] = [];
  for await (const part of bytes as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe('the file with everything stored about a user', () => {
  it('given two users, when one downloads it, then it has that user’s rows of every table and none of the other', async () => {
    const me = await newPerson();
    const other = await newPerson();
    await testbed.fund(me.id, 'wallet', 'USDT', '12.000000000000000001');
    const file = await download(me);
    const data = JSON.parse(file);
    const expected = PERSONAL_TABLES.filter((it) => !('not' in it.download)).map(({ table }) => table);
    expect(Object.keys(data.tables)).toEqual(expected);
    expect(data).toMatchObject({ format: 'tidemark.account-data', version: 1, user: String(me.id) });
    expect(data.tables.user_account.rows).toMatchObject([{ id: String(me.id), email: me.account }]);
    expect(data.tables.ledger_account.rows).toContainEqual(
      expect.objectContaining({ book: 'real', currency: 'USDT', available: '12.000000000000000001' }),
    );
    expect(data.tables.notice.rows).toMatchObject([{ kind: 'phrase', at: expect.stringMatching(/Z$/) }]);
    expect(Object.keys(data.left_out)).toContain('session_token');
    for (const secret of ['argon2id', other.account, String(other.id)]) expect(file).not.toContain(secret);
  });

  it('given more entries than a slice, when it is made, then each is in it once', async () => {
    const me = await newPerson();
    await testbed.root.query(
      `insert into wallet_change (id, user_id, book, from_kind, to_kind, currency, amount)
       select $1::bigint + n, $2, 'real', 'wallet', 'exchange', 'USDT', n from generate_series(1, 4500) n`,
      [testbed.nextId(), me.id],
    );
    const { rows } = JSON.parse(await download(me)).tables.wallet_change;
    expect(rows.map(({ amount }: { amount: string }) => Number(amount))).toEqual(
      Array.from({ length: 4_500 }, (_, n) => n + 1),
    );
  });

  it('given no proof, a wrong code or a foreign file, when it is requested, then it is refused', async () => {
    const me = await newPerson();
    const wrong = request(me, '000000');
    await expect(wrong).rejects.toThrow(/code_/);
    await expect(exportData(depsOf(), me.caller, { input: {}, key: newKey(), language: 'en' })).rejects.toThrow(
      'step_up_required',
    );
    const { id } = await request(me, await testbed.sentCode(me.account, 'data'));
    await makeFiles();
    await expect(openExport(depsOf(), (await newPerson()).caller, id)).rejects.toThrow('not_found');
  });

  it('given another session of its owner, then the file looks expired and cannot be saved', async () => {
    const me = await newPerson();
    const { id } = await request(me, await testbed.sentCode(me.account, 'data'));
    await makeFiles();
    const another = { ...me.caller, sessionId: me.caller.sessionId + 1n };
    await expect(openExport(depsOf(), another, id)).rejects.toThrow('not_found');
    const page = { page: 1, limit: 10 };
    expect((await listExports(depsOf(), another, page)).list).toMatchObject([{ id, expired: true }]);
    expect((await listExports(depsOf(), me.caller, page)).list).toMatchObject([{ id, expired: false }]);
  });

  it('given one key, when it is sent ten times at once and again, then one file is made', async () => {
    const me = await newPerson();
    const code = await testbed.sentCode(me.account, 'data');
    const key = newKey();
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => request(me, code, key)));
    const ids = answers.flatMap((it) => (it.status === 'fulfilled' ? [it.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect((await request(me, code, key)).id).toBe(ids[0]);
    const { rows } = await testbed.root.query(`select count(*)::int as n from export_job where user_id = $1`, [me.id]);
    expect(rows[0].n).toBe(1);
  });
});
