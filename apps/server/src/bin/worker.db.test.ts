import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { killSwitch } from '@app/domain/reference';
import { guardChild } from '@app/testkit';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { busKeys, openTestBus } from '../../test/bus-testbed.ts';
import { openTestbed, type Testbed } from '../../test/testbed.ts';
import { writeNotice } from '../modules/notify/index.ts';
import { createSettings } from '../modules/reference/index.ts';
import { setTimer } from '../platform/db/timer.ts';

let testbed: Testbed;
let worker: ReturnType<typeof spawn>;
let healthUrl: string;
let userId: bigint;
let phantom: bigint;
/** A receipt that claims lots which nobody took before it. */
const PHANTOM = {
  version: 3,
  book: 'demo',
  fill: { market: 1, side: 'buy', quantity: '1' },
  tick: { seq: 9 },
  grid: { lot: '0.1' },
  taken: 20,
  chain: { place: 0, previous: null },
};

beforeAll(async () => {
  testbed = await openTestbed('app');
  await testbed.fund(1n, 'wallet', 'USDT', '100');
  const root = await testbed.bare('postgres');
  await root.query('revoke execute on function partitions_ensure from worker'); // Makes its first sweep fail.
  await root.query(`insert into candle values (1, 0, now() - interval '400 days', 1, 1, 1, 1, 0, true)`);
  userId = testbed.nextId();
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, 'told@example.com', '$argon2id$test', 'Test', 'TOLD', 1)`,
    [userId],
  );
  await root.query(
    `insert into notice (id, user_id, kind, at) values ($1, $2, 'phrase', now() - interval '181 days')`,
    [testbed.nextId(), userId],
  );
  phantom = testbed.nextId();
  await (await testbed.bare('engine')).query(
    `insert into receipt (id, kind, block, body) values ($1, 'spot.house_fill', 7, $2)`,
    [phantom, PHANTOM],
  );
  const { natsUsers } = inject('services');
  const environment = {
    DEPLOYMENT: 'development',
    DATABASE_URL: testbed.database.urlOf('worker'),
    AUDIT_EVERY_MS: '200',
    NATS_URL: natsUsers.worker,
    PUSH_BUS_KEY: busKeys.pushKeys.map((key) => key.export().toString('hex')).join(),
  };
  worker = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  guardChild(worker);
  for await (const line of createInterface({ input: worker.stdout! })) {
    const { health } = JSON.parse(line) as { health?: { port: number } };
    if (health === undefined) continue;
    healthUrl = `http://127.0.0.1:${health.port}/health`;
    break;
  }
});

afterAll(() => worker.kill('SIGKILL'));

const health = async () => {
  const response = await fetch(healthUrl);
  return { code: response.status, text: await response.text() };
};

describe('the worker process', () => {
  it('given one failing sweep, when the worker runs its sweeps, then the others still complete', async () => {
    const audit = await testbed.bare('audit');
    await expect.poll(async () => (await audit.query('select from candle')).rowCount).toBe(0);
    await expect.poll(async () => (await audit.query('select from notice')).rowCount).toBe(0);
  });

  it('given a notice, when its transaction has committed, then the sockets of both modes are notified', async () => {
    const bus = await openTestBus();
    const received = new Set<string>();
    bus.listenSigned(`push.${userId}.*`, (_frame, subject) => received.add(subject));
    await testbed.transact((tx) => writeNotice(tx, testbed.nextId, { userId, kind: 'phrase', params: {} }));
    await expect.poll(() => [...received].sort()).toEqual([`push.${userId}.demo`, `push.${userId}.real`]);
  });

  it('given its metrics, then they show the backlog of each consumer, dead letters and the pool', async () => {
    const read = async () => await (await fetch(healthUrl.replace('/health', '/metrics'))).text();
    await expect.poll(read).toMatch(/^outbox_backlog_events\{consumer="notify\.hints"\} \d+$/m);
    const text = await read();
    expect(text).toContain('\ndead_letters{kind="command"} 0\n');
    expect(text).toContain('\nbus_connected 1\n');
    expect(text).toMatch(/^database_pool_connections\{pool="worker",state="in_use"\} \d+$/m);
  });

  it('given a receipt with phantom lots, when it is compared, then health reports it until an operator resolves it', async () => {
    const alarm = `receipt ${phantom}: taken: place 0 and 20 lots taken of tick 9 of market 1`;
    await expect.poll(health).toMatchObject({ code: 503, text: expect.stringContaining(alarm) });
    const admin = await testbed.bare('admin');
    await admin.query(`update receipt_breach set resolved = 'a test' where receipt = $1`, [phantom]);
    await expect.poll(health).toMatchObject({ code: 200 });
  });

  it('given a timer of a kind without an effect, when it is due, then health and metrics show it and it stays', async () => {
    await testbed.transact((tx) => setTimer(tx, { kind: 'test.later', ref: '1' }, new Date(Date.now() - 5_000)));
    expect(await health()).toMatchObject({ code: 200, text: expect.stringContaining('"test.later":{"due":1') });
    const metrics = await (await fetch(healthUrl.replace('/health', '/metrics'))).text();
    expect(metrics).toContain('timers_due{kind="test.later"} 1');
    expect(metrics).toMatch(/timers_late_seconds\{kind="test.later"\} [5-9]/);
  });

  it('given one unit of drift by a superuser, when the auditor runs, then withdrawals are off, health reports why', async () => {
    await expect.poll(health).toMatchObject({ code: 200 });
    await (await testbed.bare('postgres')).query(
      `update ledger_account set available = available + 0.000000000000000001 where owner = 'user:1'`,
    );
    const running = async () => (await createSettings(testbed.db).read(killSwitch('withdrawals'))).value;
    await expect.poll(running).toBe(false);
    await expect.poll(health).toMatchObject({ code: 503, text: expect.stringContaining('user:1 wallet') });
  });

  it('given the alarm persists, when the auditor runs again, then the switch has one version', async () => {
    const { rows } = await (await testbed.bare('worker')).query(`select ran_at from ledger_audit`);
    await expect
      .poll(
        async () =>
          (await (await testbed.bare('worker')).query(`select ran_at > $1 as ran from ledger_audit`, [rows[0].ran_at]))
            .rows[0],
      )
      .toEqual({ ran: true });
    const versions = await (await testbed.bare('worker')).query(`select set_by, value from setting`);
    expect(versions.rows).toEqual([{ set_by: 'auditor', value: false }]);
  });

  it('given SIGTERM, when it stops, then it exits cleanly', async () => {
    worker.kill('SIGTERM');
    const [code] = await once(worker, 'exit');
    expect(code).toBe(0);
  });
});
