import { createSecretKey } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { startIdentityProvider } from '@app/testkit/identity-provider';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KycTestbed, openKycTestbed } from '../../../../test/kyc-testbed.ts';
import { atTheEnd, silent, testKeys } from '../../../../test/testbed.ts';
import { drain, register } from '../../../platform/db/outbox-consumer.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import { createMedia } from '../../media/index.ts';
import { createSettings } from '../../reference/index.ts';
import { announceDueCases, createCaseAnnouncer, type ProviderDeps } from './announce-cases.ts';
import { serveVerdicts } from './receive-verdicts.ts';

const OLD_KEY = '1f'.repeat(32);
const NEW_KEY = '2e'.repeat(32);
const NO_RIGHT = '42501';
const keysOf = (...keys: string[]) => keys.map((hex) => createSecretKey(hex, 'hex'));

let testbed: KycTestbed;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let deps: ProviderDeps;

/** Starts what receives verdicts and points the provider at it. */
async function receive(keys: ProviderDeps['keys']): Promise<string> {
  const server = serveVerdicts({ ...deps, keys, settings: createSettings(deps.db), log: silent });
  await server.listen({ port: 0, host: '127.0.0.1' });
  atTheEnd(() => server.close());
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/plus/kyc/provider`; // It listens on a port.
}

beforeAll(async () => {
  testbed = await openKycTestbed();
  const { db } = testbed.as('worker');
  const transact = transactOn(db);
  const settings = createSettings(db);
  const media = createMedia({ folder: testbed.mediaFolder, keys: testKeys, db, transact, settings, log: silent });
  provider = await startIdentityProvider({ keys: [OLD_KEY] });
  atTheEnd(provider.stop);
  deps = { db, transact, media, log: silent, url: provider.url, keys: keysOf(OLD_KEY) };
  provider.setVerdictUrl(await receive(deps.keys));
  await transact((tx) => register(tx, 'kyc.provider', 'all'));
});
beforeEach(async () => {
  await testbed.setClock('0');
  provider.setScript({ verdict: 'none' });
});

/** Notes every case that was submitted; events wait for all transactions of the server that began before them. */
async function note(asked: ProviderDeps | undefined): Promise<void> {
  const readEvents = async () => {
    await drain(deps.transact, createCaseAnnouncer(asked), silent);
    const { rows } = await testbed.root.query(
      `select from outbox o, outbox_cursor c where c.consumer = 'kyc.provider' and (o.xid, o.id) > (c.xid, c.id)`,
    );
    return rows.length;
  };
  await expect.poll(readEvents).toBe(0);
}

/** A round of the worker: notes what was submitted, and sends what is due. */
async function work(asked = deps): Promise<number> {
  await note(asked);
  return await announceDueCases(asked);
}

async function announced() {
  const userId = await testbed.newId();
  const { id } = await testbed.submit(userId);
  await work();
  const { rows } = await testbed.root.query('select * from kyc_announcement where case_id = $1', [id]);
  return { userId, id, reference: String(rows[0]?.reference) };
}
const recommendations = async (id: bigint) => (await testbed.open(71n, id)).recommendations;
const statuses = (sent: readonly { status: number }[]) => sent.map(({ status }) => status);

describe('a submitted case', () => {
  it('given a provider, then it gets the least it needs, once, and each opened picture is recorded', async () => {
    const { userId, id, reference } = await announced();
    const received = provider.cases.filter((it) => it.reference === reference);
    expect(received).toEqual([
      {
        reference,
        level: 1,
        country: 'DE',
        document: 'passport',
        pictures: [
          { part: 'front_pic', content_type: expect.any(String), data: expect.stringMatching(/^[\w+/]{100}/) },
          { part: 'hand_pic', content_type: expect.any(String), data: expect.any(String) },
        ],
      },
    ]);
    expect(JSON.stringify(received)).not.toMatch(new RegExp(`${userId}|${id}|Mira|Kaya`));
    await testbed.setClock('1 day');
    expect(await work()).toBe(0);
    const { rows } = await testbed.root.query(
      `select v.viewer, g.reason, g.revoked_at is not null as is_ended from media_view v join media_grant g on g.id = v.grant_id
        where v.owner_id = $1`,
      [userId],
    );
    const view = { viewer: 'provider:identity', reason: `kyc:${id}`, is_ended: true };
    expect(rows).toEqual([view, view]);
  });

  it('given no provider, then nothing is noted or sent; one that comes later gets later cases only', async () => {
    const before = provider.cases.length;
    const { id } = await testbed.submit(await testbed.newId());
    await note(undefined);
    expect(await work()).toBe(0);
    expect(provider.cases.length).toBe(before);
    expect((await testbed.root.query('select from kyc_announcement where case_id = $1', [id])).rows).toEqual([]);
  });

  it('given the provider is down, then it is tried again later, and review goes on without it', async () => {
    provider.setScript({ verdict: 'none', status: 503 });
    const { id, reference } = await announced();
    const decided = await announced();
    const tries = async () =>
      (await testbed.root.query('select tries, error, sent_at from kyc_announcement where case_id = $1', [id])).rows[0];
    expect(await tries()).toEqual({ tries: 1, error: 'answered with 503', sent_at: null });
    expect(await testbed.review(decided.id, { outcome: 'approved', reasons: [] })).toBe(1);
    await work({ ...deps, url: 'http://127.0.0.1:1/' });
    expect((await tries()).tries).toBe(1); // Not before its time.
    await testbed.setClock('31 seconds');
    await work({ ...deps, url: 'http://127.0.0.1:1/' });
    expect(await tries()).toMatchObject({ tries: 2, sent_at: null });
    provider.setScript({ verdict: 'none' });
    await testbed.setClock('2 minutes');
    expect(await work()).toBe(1);
    expect(provider.cases.filter((it) => it.reference === reference).length).toBe(1);
    expect(provider.cases.filter((it) => it.reference === decided.reference)).toEqual([]); // It needs no answer any more.
    await testbed.setClock('1 day');
    expect(await work()).toBe(0);
  });

  it('given four workers at once, then each case is sent once', async () => {
    for (let n = 0; n < 3; n++) await testbed.submit(await testbed.newId());
    const before = provider.cases.length;
    await note(deps);
    const sent = await Promise.all([1, 2, 3, 4].map(() => announceDueCases(deps)));
    expect(sent.reduce((sum, n) => sum + n)).toBe(3);
    expect(provider.cases.length).toBe(before + 3);
  });
});

describe('a verdict', () => {
  it('given its script, then it arrives after the case, is a recommendation to the reviewer, and decides nothing', async () => {
    provider.setScript({ verdict: 'reject', reasons: ['front_glare'], delayMs: 20 });
    const { userId, id } = await announced();
    await expect
      .poll(() => recommendations(id))
      .toMatchObject([{ verdict: 'reject', reasons: ['front_glare'], is_late: false }]);
    const { reference } = provider.cases.at(-1) ?? { reference: '' };
    expect(statuses(await provider.sendVerdict(reference, { verdict: 'approve' }))).toEqual([200]);
    expect((await recommendations(id)).map(({ verdict }) => verdict)).toEqual(['reject', 'approve']);
    expect(await testbed.standing(userId)).toMatchObject({ verification: 0 });
    expect((await testbed.root.query('select state from kyc_case where id = $1', [id])).rows).toEqual([
      { state: 'under_review' },
    ]);
    expect(await testbed.review(id, { outcome: 'approved', reasons: [] })).toBe(1);
    expect(await provider.sendVerdict(reference, { verdict: 'reject' })).toEqual([
      { status: 200, answer: '{"state":"late"}' },
    ]);
    expect(await testbed.standing(userId)).toMatchObject({ verification: 1 });
    expect((await recommendations(id)).map(({ is_late }) => is_late)).toEqual([false, false, true]);
  });

  it('given 20 copies at once and one later, then one counts and all have its answer', async () => {
    const { id, reference } = await announced();
    const sent = await provider.sendVerdict(reference, { verdict: 'approve', copies: 20, isReplayed: true });
    expect(sent).toEqual(Array.from({ length: 21 }, () => ({ status: 200, answer: '{"state":"recorded"}' })));
    expect(await recommendations(id)).toHaveLength(1);
  });

  it('given another key, a changed body or an old time, then it is refused and leaves nothing', async () => {
    const { id, reference } = await announced();
    const send = async (script: object) =>
      (await provider.sendVerdict(reference, { verdict: 'approve', ...script }))[0];
    expect(await send({ isForged: true })).toEqual({ status: 401, answer: '{"state":"wrong_signature"}' });
    expect(await send({ isChanged: true })).toEqual({ status: 401, answer: '{"state":"wrong_signature"}' });
    expect(await send({ ageSeconds: 301 })).toEqual({ status: 401, answer: '{"state":"wrong_time"}' });
    expect(await send({ ageSeconds: -310 })).toEqual({ status: 401, answer: '{"state":"wrong_time"}' });
    expect(await recommendations(id)).toEqual([]);
    expect((await send({ ageSeconds: 290 }))?.status).toBe(200);
  });

  it('given what is no verdict, then it is refused', async () => {
    const { id, reference } = await announced();
    const send = async (script: object, about = reference) =>
      (await provider.sendVerdict(about, { verdict: 'approve', ...script }))[0]?.answer;
    expect(await send({ verdict: 'reject', reasons: ['relative_unclear'] })).toBe('{"state":"wrong_reasons"}'); // Of level 2.
    expect(await send({ reasons: ['front_glare'] })).toBe('{"state":"wrong_reasons"}');
    expect(await send({ verdict: 'verified' })).toBe('{"state":"malformed"}');
    expect(await send({}, 'f'.repeat(32))).toBe('{"state":"unknown"}');
    expect(await send({}, String(id))).toBe('{"state":"malformed"}');
    expect(await recommendations(id)).toEqual([]);
  });

  it('given an id that was used for another message, then it is refused', async () => {
    const { id, reference } = await announced();
    const message = (hash: string) =>
      testbed
        .as('worker', 1)
        .pool.query(`select kyc_recommend('event-${id}', $1, $2, 'approve', '{}') as state`, [
          Buffer.alloc(32, hash),
          reference,
        ]);
    expect((await message('a')).rows).toEqual([{ state: 'recorded' }]);
    expect((await message('b')).rows).toEqual([{ state: 'conflict' }]);
    expect((await message('a')).rows).toEqual([{ state: 'recorded' }]);
  });

  it('given a key is replaced, then both keys are accepted meanwhile, and the old one not afterwards', async () => {
    const { reference } = await announced();
    const replaced = await startIdentityProvider({ keys: [NEW_KEY, OLD_KEY] });
    atTheEnd(replaced.stop);
    for (const [keys, expected] of [
      [keysOf(OLD_KEY), [200, 401]],
      [keysOf(NEW_KEY, OLD_KEY), [200, 200]],
      [keysOf(NEW_KEY), [401, 200]],
    ] as const) {
      const url = await receive(keys);
      const found = [];
      for (const each of [provider, replaced]) {
        each.setVerdictUrl(url);
        found.push(...statuses(await each.sendVerdict(reference, { verdict: 'unsure' })));
      }
      expect(found).toEqual(expected);
    }
    provider.setVerdictUrl(await receive(deps.keys));
  });

  it('is received at one address, by POST, up to 16 KB', async () => {
    const url = await receive(deps.keys);
    const statusOf = async (path: string, init?: RequestInit) => (await fetch(new URL(path, url), init)).status;
    expect([await statusOf('/plus/kyc/provider'), await statusOf('/'), await statusOf('/api/user/real')]).toEqual([
      404, 404, 404,
    ]);
    expect(await statusOf(url, { method: 'POST', body: 'x'.repeat(17_000) })).toBe(413);
    expect(await statusOf(url, { method: 'POST' })).toBe(401);
  });
});

describe('the rights', () => {
  it('given the roles, then the worker records a verdict by the function only, and others not at all', async () => {
    const { id } = await announced();
    const statements = [
      `insert into kyc_verdict values ('event-00', ${id}, '', 'approve', '{}', false)`,
      `update kyc_verdict set verdict = 'approve'`,
      'delete from kyc_verdict',
      `update kyc_announcement set reference = '${'0'.repeat(32)}'`,
      `update kyc_case set state = 'verified' where id = ${id}`,
      `insert into kyc_decision (case_id, outcome, staff_id) values (${id}, 'approved', 1)`,
      `insert into media_grant (file_id, purpose, used_by, grantee, reason)
       select id, purpose, used_by, 'user:1', 'x' from media_file where used_by is not null`,
      `select * from media_open('x', 'user:1', '{}')`,
      `select * from media_open('x', 'staff:1', '{identity}')`,
    ];
    for (const statement of statements)
      expect([statement, await testbed.attempt('worker', statement)]).toEqual([statement, NO_RIGHT]);
    for (const role of ['app', 'admin', 'gateway', 'engine', 'feed', 'custody', 'audit'] as const)
      for (const statement of [
        `select kyc_recommend('event-00', '', '', 'approve', '{}')`,
        `insert into kyc_announcement (case_id) values (${id})`,
        'select reference from kyc_announcement',
      ])
        if (role !== 'audit' || !statement.startsWith('select reference'))
          expect([role, statement, await testbed.attempt(role, statement)]).toEqual([role, statement, NO_RIGHT]);
    expect(await testbed.attempt('postgres', 'delete from kyc_verdict')).not.toMatch(/rows/);
  });
});
