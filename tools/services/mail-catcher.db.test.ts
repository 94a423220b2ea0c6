import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidV7 } from '@app/base';
import { authRoutes, createFindCaller, createPasswords, PASSWORD_COST } from '@app/server/modules/auth';
import { createLedger } from '@app/server/modules/ledger';
import { createMedia } from '@app/server/modules/media';
import { createMailTransport, type MailTransport, queueMail, sendDueMails } from '@app/server/modules/notify';
import { createSettings } from '@app/server/modules/reference';
import { openBus } from '@app/server/platform/bus/bus';
import { openCache } from '@app/server/platform/bus/cache';
import { openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { createHttp } from '@app/server/platform/http/http';
import { openKeyRing } from '@app/server/platform/process/key-ring';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CaughtMail, type MailCatcher, startMailCatcher } from './catchers.ts';

const log = pino({ level: 'silent' });
const closers: (() => unknown)[] = [];
let catcher: MailCatcher;
let transport: MailTransport;
let testbed: Awaited<ReturnType<typeof openTestbed>>;

/** Composes a complete API and a worker on a private database from the modules' public APIs. */
async function openTestbed() {
  const { postgres, nats, redis } = inject('services');
  const database = await freshDatabase(postgres);
  const app = openDatabase({ url: database.urlOf('app') }, log);
  const worker = openDatabase({ url: database.urlOf('worker'), connectionsMax: 8 }, log);
  const root = new pg.Client({ connectionString: database.urlOf('postgres') });
  await root.connect();
  const bus = openBus({ url: nats, name: 'test', log });
  await bus.opened();
  const cache = openCache(redis, log);
  closers.push(
    database.drop,
    app.close,
    worker.close,
    () => root.end(),
    bus.close,
    () => cache.disconnect(),
  );
  const nextId = await claimWriter(app.db);
  const settings = createSettings(app.db);
  const transact = transactOn(app.db);
  const keys = openKeyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]);
  const folder = join(tmpdir(), 'tidemark-mail-test'); // No picture is uploaded, so it is never created.
  const deps = {
    db: app.db,
    transact,
    nextId,
    bus,
    cache,
    log,
    ledger: createLedger(nextId),
    settings,
    keys,
    media: createMedia({ folder, keys, db: app.db, transact, settings, log }),
    publicUrl: 'http://localhost:4000',
    passwords: createPasswords(PASSWORD_COST),
  };
  const findCaller = createFindCaller(deps, { keepsAwake: true });
  const http = createHttp({ log, findCaller });
  authRoutes(http, { ...deps, demoClosers: [], openOrders: [], valueInUsdt: () => undefined });
  return { deps, http, worker, root };
}

beforeAll(async () => {
  catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
  transport = createMailTransport(catcher.smtpUrl);
  testbed = await openTestbed();
});
afterAll(async () => {
  transport.close();
  for (const close of closers.toReversed()) await close();
  await catcher.stop();
});

const caughtFor = async (to: string) =>
  (await (await fetch(`${catcher.httpUrl}/mails?to=${encodeURIComponent(to)}`)).json()) as CaughtMail[];
const deliver = () => sendDueMails(testbed.worker.db, transport, log);

type Answer = { type: string; error?: string; data: { token: string; user_id: string; granted: number; book: string } };
async function call(method: 'GET' | 'POST', path: string, fields: object = {}, token = ''): Promise<Answer> {
  const response = await testbed.http.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: token, 'idempotency-key': uuidV7(Date.now(), randomBytes(10)) },
    ...(method === 'POST' && { payload: fields }),
  });
  return response.json();
}

const queue = (...recipients: string[]) =>
  testbed.deps.transact(async (tx) => {
    for (const to of recipients) await queueMail(tx, { to, subject: 'Hello', text: 'Ünïcode, and a line\nmore.\n' });
  });
const jobs = async (recipient: string) =>
  (await testbed.root.query(`select * from message_job where recipient = $1 order by id`, [recipient])).rows;

describe('an account, over HTTP and real mail', () => {
  it('given a mailed code, when it is used, then the user registers, logs in, has demo money and logs out', async () => {
    const account = { user_string: 'Ann@Example.com' };
    expect(await call('POST', '/sms_mail', account)).toMatchObject({ type: 'ok', data: { sent: 1 } });
    expect(await deliver()).toBe(1);
    const [mail] = await caughtFor('ann@example.com');
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    const password = { password: 'correct horse', re_password: 'correct horse' };
    const registered = await call('POST', '/user/register', { ...account, code, ...password, agree: 1, country: 'DE' });
    expect(registered).toMatchObject({ type: 'ok' });

    const { data } = await call('POST', '/user/login', { ...account, password: 'correct horse' });
    expect(await call('GET', '/user/info', {}, data.token)).toMatchObject({
      data: { id: registered.data.user_id, account: 'ann@example.com', book: 'real' },
    });
    expect((await call('POST', '/user/demo_account', {}, data.token)).data.granted).toBe(1);
    const { data: demo } = await call('POST', '/user/change_account', { user_id: 1 }, `Bearer ${data.token}`);
    expect(await call('GET', '/user/info', {}, data.token)).toMatchObject({ type: 999, error: 'session_invalid' });
    expect((await call('GET', '/user/info', {}, demo.token)).data.book).toBe('demo');
    expect(await call('GET', '/user/logout', {}, demo.token)).toMatchObject({ type: 'ok' });
    expect(await call('GET', '/user/info', {}, demo.token)).toMatchObject({ type: 999 });
  });

  it('given an existing account, when a registration code is requested, then its owner is mailed only a notice', async () => {
    expect(await call('POST', '/sms_mail', { user_string: 'ann@example.com' })).toMatchObject({ data: { sent: 1 } });
    await deliver();
    const [notice] = await caughtFor('ann@example.com');
    expect(notice?.text).toContain('already has one');
    expect(notice?.text).not.toMatch(/\d{6}/);
  });
});

describe('the mail queue', () => {
  it('given eight concurrent workers, when 150 mails are due, then each is sent once and its text is erased', async () => {
    const recipients = Array.from({ length: 150 }, (_, index) => `crowd${index}@example.com`);
    await queue(...recipients);
    const sent = await Promise.all(Array.from({ length: 8 }, deliver));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(150);
    for (const to of recipients) expect(await caughtFor(to)).toHaveLength(1);
    expect((await caughtFor('crowd7@example.com'))[0]?.text).toBe('Ünïcode, and a line\nmore.\n');
    expect((await jobs('crowd7@example.com'))[0]).toMatchObject({ body: '', tries: 1, error: null });
  });

  it('given a busy mailbox, when attempts fail, then retries are increasingly delayed and the mail is kept', async () => {
    await testbed.root.query(`delete from message_job where recipient = 'busy@example.com'`); // From an earlier attempt.
    await queue('busy@example.com');
    for (const [index, waitMs] of [5_000, 10_000, 20_000].entries()) {
      const askedMs = Date.now();
      expect(await deliver()).toBe(0);
      const [job] = await jobs('busy@example.com');
      expect(job).toMatchObject({ tries: index + 1, sent_at: null, refused_at: null, error: 'EENVELOPE 450' });
      expect(job.due_at.getTime()).toBeGreaterThanOrEqual(askedMs + waitMs);
      expect(job.due_at.getTime()).toBeLessThanOrEqual(Date.now() + waitMs);
      await testbed.root.query(`update message_job set due_at = now() where recipient = 'busy@example.com'`);
    }
    await testbed.root.query(
      `update message_job set due_at = now() + interval '1 day' where recipient = 'busy@example.com'`,
    );
  });

  it('given a permanently refusing mailbox, when one attempt fails, then the mail ends and its row has the reason', async () => {
    await queue('refused@example.com');
    await deliver();
    expect((await jobs('refused@example.com'))[0]).toMatchObject({ tries: 1, error: 'refused with 550', body: '' });
    expect(await deliver()).toBe(0);
  });

  it('given no mail server, when it is available again, then the mail arrives', async () => {
    const nowhere = createMailTransport('smtp://127.0.0.1:1');
    await queue('patient@example.com');
    expect(await sendDueMails(testbed.worker.db, nowhere, log)).toBe(0);
    nowhere.close();
    expect((await jobs('patient@example.com'))[0]).toMatchObject({ error: 'ESOCKET', sent_at: null });
    await testbed.root.query(`update message_job set due_at = now() where recipient = 'patient@example.com'`);
    expect(await deliver()).toBe(1);
    expect(await caughtFor('patient@example.com')).toHaveLength(1);
  });

  it('given a worker that died after its claim, when the claim expires, then another worker sends the mail', async () => {
    await queue('orphan@example.com');
    const dying: MailTransport = { send: () => new Promise(() => {}), close: () => {} };
    void sendDueMails(testbed.worker.db, dying, log);
    await expect.poll(async () => (await jobs('orphan@example.com'))[0].tries).toBe(1);
    expect(await deliver()).toBe(0);
    await testbed.root.query(
      `update message_job set due_at = due_at - interval '60 seconds' where recipient = 'orphan@example.com'`,
    );
    expect(await deliver()).toBe(1);
  });

  it('given role app, when it reads the queue, then the database refuses: it contains other users’ codes', async () => {
    await testbed.root.query('set role app');
    await expect(testbed.root.query('select body from message_job')).rejects.toThrow('permission denied');
    await testbed.root.query('reset role');
  });
});

describe('the mail catcher', () => {
  it('given a port in use, when a second catcher starts there, then it reports the conflict', async () => {
    const smtpPort = Number(new URL(catcher.smtpUrl).port);
    await expect(startMailCatcher({ smtpPort, httpPort: 0 })).rejects.toThrow('EADDRINUSE');
  });

  it('keeps the last two hundred', async () => {
    await queue(...Array.from({ length: 210 }, () => 'many@example.com'));
    await deliver();
    expect(await caughtFor('many@example.com')).toHaveLength(200);
  });
});
