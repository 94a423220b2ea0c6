import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { atTheEnd, openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { openDatabase, type Tx } from './database.ts';
import { ResultUnknown, transactOn, transactOnce } from './transact.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('app', 2);
});

const note = (tx: Tx, ref: string) =>
  sql`insert into timer (kind, ref, due_at) values ('note', ${ref}, now())`.execute(tx);
const notes = async (ref: string) =>
  (await sql`select from timer where kind = 'note' and ref = ${ref}`.execute(testbed.db)).rows.length;

/** Transactions on a pool that says how many of its connections the server has ended. */
function openHeard() {
  let ended = 0;
  const write = (line: string) => {
    if (line.includes('"severity":"FATAL"')) ended += 1;
  };
  const options = { url: testbed.database.urlOf('app'), connectionsMax: 2 };
  const { db, close } = openDatabase(options, pino({}, { write }));
  atTheEnd(close);
  return { transact: transactOn(db), untilEnded: (count: number) => expect.poll(() => ended).toBe(count) };
}

describe('transact', () => {
  it('given work that throws, when it ends, then nothing of it remains and the connection is returned', async () => {
    for (let round = 0; round < 5; round++) {
      const failing = testbed.transact(async (tx) => {
        await note(tx, 'thrown');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
    }
    expect(await notes('thrown')).toBe(0);
  });

  it('given a swallowed error, when COMMIT answers with a rollback, then it is not treated as a success', async () => {
    const swallowing = testbed.transact(async (tx) => {
      await note(tx, 'swallowed');
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('its commit was a rollback');
    expect(await notes('swallowed')).toBe(0);
  });

  it('given the connection dies at COMMIT, then the result is unknown, and the connection is not leaked', async () => {
    const root = await testbed.bare('postgres');
    await root.query(`
      create table slow_commit (id int);
      grant insert on slow_commit to app;
      create function sleep_at_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(20); return null; end $$;
      create constraint trigger slow_commit after insert on slow_commit deferrable initially deferred
        for each row execute function sleep_at_commit();`);
    for (let round = 0; round < 5; round++) {
      let pid = 0;
      const cut = testbed.transact(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        pid = rows[0]?.pid ?? 0;
        await sql`insert into slow_commit values (1)`.execute(tx);
      });
      const failed = expect(cut).rejects.toThrow(ResultUnknown);
      const isCommitting = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`;
      await expect.poll(async () => (await root.query(isCommitting, [pid])).rowCount).toBe(1);
      await root.query('select pg_terminate_backend($1)', [pid]);
      await failed;
    }
    await testbed.transact((tx) => note(tx, 'alive'));
    expect(await notes('alive')).toBe(1);
  });

  it('given a lost race, when the database rolled it back, then it is retried', async () => {
    let tries = 0;
    await testbed.transact(async (tx) => {
      tries += 1;
      await note(tx, 'retried');
      if (tries < 3) await sql`do $$ begin raise exception 'race' using errcode = '40P01'; end $$`.execute(tx);
    });
    expect([tries, await notes('retried')]).toEqual([3, 1]);
  });

  it('given a process paused for too long, when the database ended its transaction, then it is retried', async () => {
    const { transact, untilEnded } = openHeard();
    const asleep = {
      awake: untilEnded,
      blocked: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600),
    };
    for (const [how, sleep] of Object.entries(asleep)) {
      let tries = 0;
      await transact(async (tx) => {
        tries += 1;
        if (tries < 3) {
          await sql`set local idle_in_transaction_session_timeout = '50ms'`.execute(tx);
          await sleep(tries);
        }
        await note(tx, how);
      });
      expect([tries, await notes(how)]).toEqual([3, 1]);
    }
  });

  it('given a pause just before COMMIT, when the connection is lost before it is sent, then it is retried', async () => {
    const root = await testbed.bare('postgres');
    const { transact, untilEnded } = openHeard();
    let tries = 0;
    await transact(async (tx) => {
      tries += 1;
      await note(tx, 'lost before commit');
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      if (tries > 2) return;
      await root.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await untilEnded(tries);
    });
    expect([tries, await notes('lost before commit')]).toEqual([3, 1]);
  });

  it('given two transfers that really deadlock, when both end, then both happened', async () => {
    const transact = transactOn(testbed.as('app').db);
    const lock = (tx: Tx, ref: string) =>
      sql`update timer set failures = failures + 1 where kind = 'lock' and ref = ${ref}`.execute(tx);
    await sql`insert into timer (kind, ref, due_at) values ('lock', 'a', now()), ('lock', 'b', now())`.execute(
      testbed.db,
    );
    const crossing = (first: string, second: string) =>
      transact(async (tx) => {
        await lock(tx, first);
        await sql`select pg_sleep(0.1)`.execute(tx);
        await lock(tx, second);
      });
    await Promise.all([crossing('a', 'b'), crossing('b', 'a')]);
    const { rows } = await sql<{
      failures: number;
    }>`select failures from timer where kind = 'lock' order by ref`.execute(testbed.db);
    expect(rows).toEqual([{ failures: 2 }, { failures: 2 }]);
  });
});

describe('a pipelining connection', () => {
  it('given work that fails while statements are under way, then none that is issued later runs by itself', async () => {
    const { db, close } = openDatabase(
      { url: testbed.database.urlOf('app'), connectionsMax: 1, byKeysOnly: true },
      silent,
    );
    const transact = transactOnce(db);
    for (let round = 0; round < 20; round++) {
      const orphan = Promise.withResolvers<unknown>();
      const failing = transact(async (tx) => {
        const first = note(tx, 'first');
        orphan.resolve(first.then(() => note(tx, 'orphan')).catch((error: Error) => error.message));
        await Promise.resolve();
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await orphan.promise;
    }
    expect([await notes('first'), await notes('orphan')]).toEqual([0, 0]);
    await transact((tx) => Promise.all(['one', 'two', 'three'].map((ref) => note(tx, ref))));
    expect([await notes('one'), await notes('two'), await notes('three')]).toEqual([1, 1, 1]);
    await close();
  });

  it('given a table that changes under a kept plan, then the next transaction plans anew', async () => {
    const root = await testbed.bare('postgres');
    await root.query(
      'create table reshaped (id int); insert into reshaped values (1); grant select on reshaped to app',
    );
    const { db, close } = openDatabase(
      { url: testbed.database.urlOf('app'), connectionsMax: 1, byKeysOnly: true },
      silent,
    );
    const read = () =>
      transactOnce(db)((tx) => sql<{ id: unknown }>`select * from reshaped where id <> ${0}`.execute(tx));
    expect((await read()).rows).toEqual([{ id: 1 }]);
    await root.query('alter table reshaped alter column id type bigint');
    await expect(read()).rejects.toThrow('cached plan');
    expect((await read()).rows).toEqual([{ id: 1n }]);
    await close();
  });
});
