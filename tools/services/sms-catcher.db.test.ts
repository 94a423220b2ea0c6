import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createHttpSms,
  createMailTransport,
  queueMail,
  queueSms,
  type SmsTransport,
  sendDueMails,
  sendDueSms,
} from '@app/server/modules/notify';
import { openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CaughtSms, type SmsCatcher, startSmsCatcher } from './catchers.ts';

const log = pino({ level: 'silent' });
const closers: (() => unknown)[] = [];
let catcher: SmsCatcher;
let transport: SmsTransport;
let testbed: Awaited<ReturnType<typeof openTestbed>>;

async function openTestbed() {
  const database = await freshDatabase(inject('services').postgres);
  const app = openDatabase({ url: database.urlOf('app') }, log);
  const worker = openDatabase({ url: database.urlOf('worker'), connectionsMax: 8 }, log);
  const root = new pg.Client({ connectionString: database.urlOf('postgres') });
  await root.connect();
  closers.push(database.drop, app.close, worker.close, () => root.end());
  return { transact: transactOn(app.db), worker: worker.db, root };
}

beforeAll(async () => {
  catcher = await startSmsCatcher(0);
  transport = createHttpSms(catcher.sendUrl);
  testbed = await openTestbed();
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await catcher.stop();
});

const TEXT = 'Ünïcode 潮, and 402113.';
const caughtFor = async (to: string) =>
  (await (await fetch(`${catcher.httpUrl}/messages?to=${to}`)).json()) as CaughtSms[];
const deliver = (by = transport) => sendDueSms(testbed.worker, by, log);
const queue = (...numbers: string[]) =>
  testbed.transact(async (tx) => {
    for (const to of numbers) await queueSms(tx, { to, text: TEXT });
  });
const jobs = async (recipient: string) =>
  (await testbed.root.query(`select * from message_job where recipient = $1 order by id`, [recipient])).rows;
const makeDue = (recipient: string) =>
  testbed.root.query(`update message_job set due_at = now() where recipient = $1`, [recipient]);

/** Starts a gateway that returns the given status and records the requests. */
async function openGateway(status: number) {
  const headers: unknown[] = [];
  const http = createServer((request, response) => {
    headers.push(request.headers);
    response.writeHead(status, status === 302 ? { location: catcher.sendUrl } : {}).end();
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  closers.push(() => http.close());
  return { url: `127.0.0.1:${(http.address() as AddressInfo).port}`, headers }; // It listens on a port.
}

describe('the SMS queue', () => {
  it('given eight concurrent workers, when 60 texts are due, then each is sent once and its body is erased', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `4930${1_000_000 + index}`);
    await queue(...numbers);
    const sent = await Promise.all(Array.from({ length: 8 }, () => deliver()));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(60);
    for (const to of numbers) expect(await caughtFor(to)).toMatchObject([{ to: `+${to}`, text: TEXT }]);
    expect((await jobs('49301000007'))[0]).toMatchObject({ body: '', tries: 1, error: null, channel: 'sms' });
  });

  it('given a mail and an SMS, when one transport works, then it sends its own kind and leaves the other', async () => {
    await queue('4930555001');
    await testbed.transact((tx) => queueMail(tx, { to: 'ann@example.com', subject: 'Hello', text: 'Hello.' }));
    const nowhere = createMailTransport('smtp://127.0.0.1:1');
    expect(await deliver()).toBe(1);
    expect((await jobs('ann@example.com'))[0]).toMatchObject({ tries: 0, channel: 'mail' });
    expect(await sendDueMails(testbed.worker, nowhere, log)).toBe(0);
    nowhere.close();
    expect((await jobs('ann@example.com'))[0]).toMatchObject({ tries: 1, error: 'ESOCKET' });
  });

  it('given a busy gateway, when attempts fail, then retries are increasingly delayed and the text is kept', async () => {
    const to = '888123456';
    await testbed.root.query(`delete from message_job where recipient = $1`, [to]); // From an earlier attempt.
    await queue(to);
    for (const [index, waitMs] of [5_000, 10_000, 20_000].entries()) {
      const askedMs = Date.now();
      expect(await deliver()).toBe(0);
      const [job] = await jobs(to);
      expect(job).toMatchObject({ tries: index + 1, sent_at: null, refused_at: null, error: 'EHTTP 503', body: TEXT });
      expect(job.due_at.getTime()).toBeGreaterThanOrEqual(askedMs + waitMs);
      expect(job.due_at.getTime()).toBeLessThanOrEqual(Date.now() + waitMs);
      await makeDue(to);
    }
    await testbed.root.query(`delete from message_job where recipient = $1`, [to]);
  });

  it('given a number refused permanently, when one attempt fails, then the text ends and its row has the reason', async () => {
    await queue('999123456');
    expect(await deliver()).toBe(0);
    expect((await jobs('999123456'))[0]).toMatchObject({ tries: 1, error: 'refused with 422', body: '' });
    await makeDue('999123456');
    expect(await deliver()).toBe(0);
    expect((await jobs('999123456'))[0]).toMatchObject({ tries: 1 });
  });

  it.each([302, 401, 403, 404, 408, 429, 500, 503])(
    'given the gateway returns %i, when a text was attempted, then it is kept: the text is not at fault',
    async (status) => {
      const to = `4930777${status}`;
      const { url } = await openGateway(status);
      await queue(to);
      expect(await deliver(createHttpSms(`http://${url}/send`))).toBe(0);
      expect((await jobs(to))[0]).toMatchObject({ refused_at: null, sent_at: null, body: TEXT });
      expect(await caughtFor(to)).toEqual([]);
      await testbed.root.query(`delete from message_job where recipient = $1`, [to]);
    },
  );

  it('given no gateway, when it is available again, then the text arrives', async () => {
    await queue('4930555002');
    expect(await deliver(createHttpSms('http://127.0.0.1:1/send'))).toBe(0);
    const [job] = await jobs('4930555002');
    expect(job).toMatchObject({ sent_at: null, refused_at: null });
    expect(job.error).not.toContain('4930555002');
    await makeDue('4930555002');
    expect(await deliver()).toBe(1);
  });

  it('given credentials in its URL, when a text is sent, then they are sent too; a remote gateway needs https', async () => {
    const { url, headers } = await openGateway(202);
    await createHttpSms(`http://us%40er:pa%3Ass@${url}/send`).send({ to: '4930555003', text: TEXT });
    const authorization = `Basic ${Buffer.from('us@er:pa:ss').toString('base64')}`;
    expect(headers).toMatchObject([{ authorization, 'content-type': 'application/json' }]);
    expect(() => createHttpSms('http://sms.example.com/send')).toThrow('https');
  });
});

describe('the SMS catcher', () => {
  const send = (body: unknown) =>
    fetch(catcher.sendUrl, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

  it.each([
    '',
    '{',
    null,
    {},
    { to: '493055', text: TEXT },
    { to: '+04930', text: TEXT },
    { to: '+4930555004', text: '' },
  ])('given %j, then it is rejected', async (body) => {
    expect((await send(body)).status).toBe(400);
  });

  it('keeps the last two hundred, newest first', async () => {
    for (let index = 1; index <= 210; index++) await send({ to: '+4930555005', text: `number ${index}` });
    const caught = await caughtFor('4930555005');
    expect(caught).toHaveLength(200);
    expect(caught[0]?.text).toBe('number 210');
    expect((await fetch(`${catcher.httpUrl}/mails`)).status).toBe(404);
  });

  it('given a port in use, when a second catcher starts there, then it reports the conflict', async () => {
    await expect(startSmsCatcher(Number(new URL(catcher.httpUrl).port))).rejects.toThrow('EADDRINUSE');
  });
});
