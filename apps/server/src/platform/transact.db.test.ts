import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import type { Tx } from './database.ts';
import { ResultUnknown, transactOn } from './transact.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld('app', 2);
});

const note = (tx: Tx, ref: string) =>
  sql`insert into timer (kind, ref, due_at) values ('note', ${ref}, now())`.execute(tx);
const notes = async (ref: string) =>
  (await sql`select from timer where kind = 'note' and ref = ${ref}`.execute(world.db)).rows.length;

describe('transact', () => {
  it('given work that throws, when it ends, then nothing of it remains and the connection is back', async () => {
    for (let round = 0; round < 5; round++) {
      const failing = world.transact(async (tx) => {
        await note(tx, 'thrown');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
    }
    expect(await notes('thrown')).toBe(0);
  });

  it('given an error that was swallowed, when COMMIT answers with a rollback, then it is not taken for a success', async () => {
    const swallowing = world.transact(async (tx) => {
      await note(tx, 'swallowed');
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('its commit was a rollback');
    expect(await notes('swallowed')).toBe(0);
  });

  it('given the connection dies at COMMIT, when it ends, then the result is unknown, and the connection is not leaked', async () => {
    const root = await world.bare('postgres');
    for (let round = 0; round < 5; round++) {
      const cut = world.transact(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await root.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      });
      await expect(cut).rejects.toThrow(ResultUnknown);
    }
    await world.transact((tx) => note(tx, 'alive'));
    expect(await notes('alive')).toBe(1);
  });

  it('given a lost race, when the database rolled it back, then it is tried again', async () => {
    let tries = 0;
    await world.transact(async (tx) => {
      tries += 1;
      await note(tx, 'retried');
      if (tries < 3) await sql`do $$ begin raise exception 'race' using errcode = '40P01'; end $$`.execute(tx);
    });
    expect([tries, await notes('retried')]).toEqual([3, 1]);
  });

  it('given a process that stood still for too long, when the database gave it up, then it is tried again', async () => {
    const asleep = {
      awake: () => pause(600),
      blocked: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600),
    };
    for (const [how, sleep] of Object.entries(asleep)) {
      let tries = 0;
      await world.transact(async (tx) => {
        tries += 1;
        if (tries < 3) {
          await sql`set local idle_in_transaction_session_timeout = '50ms'`.execute(tx);
          await sleep();
        }
        await note(tx, how);
      });
      expect([tries, await notes(how)]).toEqual([3, 1]);
    }
  });

  it('given two transfers that deadlock for real, when both end, then both happened', async () => {
    const transact = transactOn(world.as('app').db);
    const lock = (tx: Tx, ref: string) =>
      sql`update timer set failures = failures + 1 where kind = 'lock' and ref = ${ref}`.execute(tx);
    await sql`insert into timer (kind, ref, due_at) values ('lock', 'a', now()), ('lock', 'b', now())`.execute(
      world.db,
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
    }>`select failures from timer where kind = 'lock' order by ref`.execute(world.db);
    expect(rows).toEqual([{ failures: 2 }, { failures: 2 }]);
  });
});
