import { createHash } from 'node:crypto';
import { exportSettings } from '@app/domain/export';
import * as routes from '@app/protocol/export';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { newKey } from '../../../test/new-key.ts';
import { openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { createSettings } from '../reference/index.ts';
import type { ExportKind } from './export-kind.ts';
import { createExport, type ExportDeps, listExports, openExport, stopExport } from './request-export.ts';
import { type RunnerDeps, runNextExport, sweepExports } from './run-exports.ts';

const ownerOf = (userId: bigint) => ({ userId, sessionId: 1n, mode: 'real' as const });

let testbed: Testbed;
let root: pg.Client;
let deps: ExportDeps;

/** What the kind under test writes; each test sets its own. */
let make: ExportKind['make'];
const KIND: ExportKind = {
  name: 'ledger.csv',
  contentType: 'text/csv; charset=utf-8',
  filename: ({ period }) => `ledger-${period}.csv`,
  make: (work) => make(work),
};

beforeAll(async () => {
  testbed = await openTestbed('app');
  root = await testbed.bare('postgres');
  deps = { ...testbed, settings: createSettings(testbed.db), kinds: [KIND] };
});

let people = 0;
let me: bigint;
beforeEach(async () => {
  await root.query(`delete from export_job`);
  me = await newUser();
  make = function* () {
    yield 'a,b\r\n';
  };
});

async function newUser(): Promise<bigint> {
  const id = testbed.nextId();
  people += 1;
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, $2, '$argon2id$test', 'Test', $3, 1)`,
    [id, `export-${people}@example.com`, `EXPORT${people}`],
  );
  return id;
}

const request = (userId = me, key = newKey(), period = '2025-10') =>
  createExport(deps, { userId, mode: 'real', kind: 'ledger.csv', period, language: 'en', key, body: period });

/** A worker: as many of them as a test needs run on pools of their own. */
const worker = (more: Partial<RunnerDeps> = {}): RunnerDeps => {
  const { db } = testbed.as('worker', 3);
  return {
    db,
    settings: createSettings(db),
    nextId: testbed.nextId,
    kinds: [KIND],
    log: silent,
    beatEveryMs: 20,
    ...more,
  };
};

const jobOf = async (userId = me) => (await listExports(deps, ownerOf(userId), { page: 1, limit: 10 })).list.at(0);
const notices = async (userId = me) =>
  (await root.query(`select kind, category, params from notice where user_id = $1`, [userId])).rows;
const chunksOf = async (id: bigint) =>
  (await root.query(`select attempt, place, length(bytes) as n from export_chunk where job = $1 order by 1, 2`, [id]))
    .rows;

async function download(userId: bigint, id: bigint): Promise<Buffer> {
  const { bytes } = await openExport(deps, ownerOf(userId), id);
  const parts: Buffer[] = [];
  for await (const part of bytes as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

describe('a file', () => {
  it('given a request, when a worker made it, then its owner gets exactly those bytes, a digest and one notice', async () => {
    const lines = Array.from({ length: 90_000 }, (_, n) => `line ${n}\r\n`);
    make = function* ({ progress }) {
      for (const [n, line] of lines.entries()) {
        progress(n, lines.length);
        yield line;
      }
    };
    const { id } = await request();
    expect(await jobOf()).toMatchObject({ status: 'waiting', progress: 0, period: '2025-10' });
    expect(await runNextExport(worker())).toBe(true);
    expect(await runNextExport(worker())).toBe(false);
    const whole = Buffer.from(lines.join(''));
    expect(await download(me, id)).toEqual(whole);
    expect(await jobOf()).toMatchObject({
      status: 'done',
      progress: 100,
      bytes: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
      filename: 'ledger-2025-10.csv',
      expired: false,
      error: null,
    });
    const sizes = (await chunksOf(id)).map(({ n }) => n as number);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(262_144);
    expect(sizes.length).toBeGreaterThan(3);
    expect(await notices()).toEqual([
      {
        kind: 'export_ready',
        category: 'money',
        params: {
          mode: 'real',
          export: String(id),
          made: 'ledger.csv',
          period: '2025-10',
          file: 'ledger-2025-10.csv',
          days: 7,
        },
      },
    ]);
  });

  it('given three requests and five workers at once, then each file is made once', async () => {
    const made: bigint[] = [];
    make = function* ({ userId }) {
      made.push(userId);
      yield String(userId);
    };
    const owners = [me, await newUser(), await newUser()];
    const jobs = await Promise.all(owners.map((owner) => request(owner)));
    await Promise.all(Array.from({ length: 5 }, () => runNextExport(worker())));
    expect(made.toSorted()).toEqual(owners.toSorted());
    for (const [n, owner] of owners.entries())
      expect(String(await download(owner, jobs[n]?.id ?? 0n))).toBe(String(owner));
  });

  it('given a worker that was killed half-way, then another one makes the file again, and the first can write no more', async () => {
    const half = Buffer.alloc(300_000, 'x');
    const hangs = Promise.withResolvers<void>();
    const continues = Promise.withResolvers<void>();
    let attempts = 0;
    make = async function* () {
      attempts += 1;
      const isFirst = attempts === 1;
      yield half;
      await (isFirst ? hangs : continues).promise; // The first worker hangs, and its heartbeat with it.
      yield isFirst ? half : 'second';
    };
    const { id } = await request();
    const first = runNextExport(worker({ beatEveryMs: 3_600_000 }));
    await expect.poll(async () => (await chunksOf(id)).length).toBe(2);
    expect(await runNextExport(worker({ staleAfterMs: 3_600_000 })), 'while it is alive').toBe(false);
    await root.query(`update export_job set heartbeat_at = now() - interval '16 seconds' where id = $1`, [id]);
    const second = runNextExport(worker());
    await expect.poll(async () => (await chunksOf(id)).length).toBe(4);
    hangs.resolve();
    await first;
    expect(await jobOf()).toMatchObject({ status: 'running' });
    continues.resolve();
    await second;
    expect(String(await download(me, id))).toBe(`${half}second`);
    expect((await chunksOf(id)).every(({ attempt }) => attempt === 2)).toBe(true);
    expect(await notices()).toHaveLength(1);
  });

  it('given an error while it is made, then the request says so, and the next one is made', async () => {
    make = function* () {
      yield 'a';
      throw new Error('a defect');
    };
    const { id } = await request();
    await runNextExport(worker());
    expect(await jobOf()).toMatchObject({ status: 'failed', error: 'defect', filename: null });
    await expect(openExport(deps, ownerOf(me), id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await notices()).toEqual([]);
  });

  it('given more bytes than the setting allows, then it fails with that reason', async () => {
    await changeSetting(testbed, exportSettings.megabytesMax, 2);
    make = function* () {
      for (let n = 0; n < 3; n++) yield Buffer.alloc(1_048_576);
    };
    await request();
    await runNextExport(worker());
    expect(await jobOf()).toMatchObject({ status: 'failed', error: 'too_large' });
    await changeSetting(testbed, exportSettings.megabytesMax, exportSettings.megabytesMax.initial);
  });
});

describe('stopping', () => {
  it('given a file that is being made, when it is stopped, then the worker ends within a heartbeat and nothing is ready', async () => {
    let wasAborted = false;
    make = async function* ({ signal }) {
      yield 'a';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      wasAborted = true;
      yield 'b';
    };
    const { id } = await request();
    const running = runNextExport(worker());
    await expect.poll(async () => (await jobOf())?.status).toBe('running');
    expect(await stopExport(deps, me, id)).toMatchObject({ status: 'stopped' });
    await running;
    expect(wasAborted).toBe(true);
    expect(await jobOf()).toMatchObject({ status: 'stopped' });
    expect(await notices()).toEqual([]);
    expect((await stopExport(deps, me, id)).status).toBe('stopped');
  });

  it('given one that waits, then no worker takes it; given one that is ready, then it stays ready', async () => {
    const { id } = await request();
    await stopExport(deps, me, id);
    expect(await runNextExport(worker())).toBe(false);
    const ready = await request();
    await runNextExport(worker());
    expect(await stopExport(deps, me, ready.id)).toMatchObject({ status: 'done' });
  });
});

describe('requests', () => {
  it('given the same key ten times at once, then there is one request', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(me, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('given ten at once, then three wait and the others are refused; given twenty a day, then the next is refused', async () => {
    const sent = await Promise.allSettled(Array.from({ length: 10 }, () => request()));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(request()).rejects.toMatchObject({ code: 'too_many_exports', params: { maximum: '3' } });
    const another = await newUser();
    await root.query(
      `insert into export_job (id, user_id, book, kind, language, status, ended_at)
       select n, $1, 'demo', 'ledger.csv', 'en', 'stopped', now() from generate_series(1, 20) n`,
      [another],
    );
    await expect(request(another)).rejects.toMatchObject({ code: 'too_many_requests' });
    await root.query(`update export_job set created_at = now() - interval '25 hours' where user_id = $1 and id = 1`, [
      another,
    ]);
    await request(another);
  });

  it('given a period to come, or none, then it is refused', async () => {
    await expect(request(me, newKey(), '2999-01')).rejects.toMatchObject({ code: 'parameter_error' });
  });

  it('given another user, then the file does not exist for them: not to save, not to stop, not in the list', async () => {
    const { id } = await request();
    await runNextExport(worker());
    const stranger = await newUser();
    await expect(openExport(deps, ownerOf(stranger), id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(stopExport(deps, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await jobOf(stranger)).toBeUndefined();
  });
});

describe('age', () => {
  it('given an expired file, then it is listed as expired, cannot be saved, and its bytes are deleted', async () => {
    const { id } = await request();
    await runNextExport(worker());
    const { db } = testbed.as('worker');
    expect(await sweepExports(db)).toEqual({ files: 0, requests: 0 });
    await root.query(`update export_job set expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect(await jobOf()).toMatchObject({ status: 'done', expired: true });
    await expect(openExport(deps, ownerOf(me), id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await sweepExports(db)).toEqual({ files: 1, requests: 0 });
    expect(await chunksOf(id)).toEqual([]);
    await root.query(`update export_job set created_at = now() - interval '31 days' where id = $1`, [id]);
    expect(await sweepExports(db)).toEqual({ files: 0, requests: 1 });
    expect(exportSettings.keepDays.initial).toBe(7);
  });

  it('given a file that is deleted while it is sent, then the transfer fails instead of ending early', async () => {
    make = function* () {
      yield Buffer.alloc(600_000);
    };
    const { id } = await request();
    await runNextExport(worker());
    const { bytes } = await openExport(deps, ownerOf(me), id);
    await root.query(`delete from export_chunk where job = $1 and place = 2`, [id]);
    await expect(async () => {
      for await (const part of bytes as AsyncIterable<Buffer>) expect(part.length).toBeGreaterThan(0);
    }).rejects.toThrow(/part 2/);
  });
});

describe('the rights of the processes', () => {
  it('given the api, then it can neither complete a file nor write its bytes', async () => {
    const done = `update export_job set status = 'done', filename = 'x', byte_size = 1, sha256 = '', expires_at = now(), ended_at = now()`;
    expect(await testbed.attempt('app', done)).toBe('42501');
    expect(await testbed.attempt('app', `insert into export_chunk values (1, 1, 0, 'x')`)).toBe('42501');
    expect(routes.openExport.access).toBe('user');
  });
});
