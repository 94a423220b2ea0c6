import { toOutbox, walletChanged } from '@app/protocol/events';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { amount, openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { publish } from '../../platform/db/outbox.ts';
import { drain, register } from '../../platform/db/outbox-consumer.ts';
import { type Transact, transactOn } from '../../platform/db/transact.ts';
import { createTransferNotices } from './transfer-notices.ts';

let testbed: Testbed;
let root: pg.Client;
let work: Transact;

beforeAll(async () => {
  testbed = await openTestbed('app');
  root = await testbed.bare('postgres');
  work = transactOn(testbed.as('worker').db);
  await work((tx) => register(tx, 'wallet.notices', 'now'));
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values (1, 'moves@example.com', '$argon2id$test', 'Test', 'MOVES1', 1)`,
  );
});

async function changed(text: string): Promise<bigint> {
  const id = testbed.nextId();
  const money = { from: 'wallet', to: 'exchange', currency: 'USDT', amount: amount(text) };
  const event = toOutbox(walletChanged, { id, userId: 1n, book: 'real', ...money });
  await testbed.transact((tx) => publish(tx, testbed.nextId, [event]));
  return id;
}

const left = async () =>
  (
    await root.query(
      `select from outbox o, outbox_cursor c where c.consumer = 'wallet.notices' and (o.xid, o.id) > (c.xid, c.id)`,
    )
  ).rowCount ?? 0;

async function consume(attempt: Transact = work): Promise<void> {
  do await drain(attempt, createTransferNotices(testbed.nextId), silent).catch(() => undefined);
  while ((await left()) > 0);
}

const notices = async () =>
  (await root.query(`select category, kind, subject, params from notice where user_id = 1 order by id`)).rows;

describe('notices of transfers', () => {
  it('given transfers, when a worker is killed before its commit, two run at once and all is replayed, then each has one', async () => {
    const first = await changed('1250.5');
    let isKilled = false;
    const killed: Transact = (run) =>
      work(async (tx) => {
        const result = await run(tx);
        if (isKilled) return result;
        isKilled = true;
        throw new Error('killed before the commit');
      });
    await consume(killed);
    const second = await changed('1');
    await Promise.all([consume(), consume(), consume(transactOn(testbed.as('worker').db))]);
    await root.query(`update outbox_cursor set xid = '0', id = 0 where consumer = 'wallet.notices'`);
    await consume();
    const params = { mode: 'real', from: 'wallet', to: 'exchange', currency: 'USDT' };
    const written = { category: 'money', kind: 'transfer' };
    expect(await notices()).toEqual([
      { ...written, subject: String(first), params: { ...params, transfer: String(first), amount: '1250.5' } },
      { ...written, subject: String(second), params: { ...params, transfer: String(second), amount: '1' } },
    ]);
  });
});
