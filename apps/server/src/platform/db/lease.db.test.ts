import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { Fenced, holdLease, releaseLease, takeLease } from './lease.ts';
import { transactOn } from './transact.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('engine');
});

const claim = (name: string, owner: string, staleAfterMs = 60_000) => ({ name: `spot-${name}`, owner, staleAfterMs });

describe('a lease', () => {
  it('given a live owner, when another tries, then it gets nothing; after a clean stop it gets the next epoch', async () => {
    const a = testbed.as('engine', 1).db;
    const b = testbed.as('engine', 1).db;
    const first = await takeLease(a, claim('calm', 'a'));
    expect(first?.epoch).toBe(1n);
    expect(await takeLease(b, claim('calm', 'b'))).toBeUndefined();
    await transactOn(a)((tx) => holdLease(tx, first!));
    await releaseLease(a, first!);
    expect((await takeLease(b, claim('calm', 'b')))?.epoch).toBe(2n);
    const hold = () => transactOn(a)((tx) => holdLease(tx, first!)).catch((error: unknown) => error);
    const refused = await hold();
    expect(refused).toBeInstanceOf(Error);
    // The successor has ended the first one's connection, which may show only at its next statement.
    expect(refused instanceof Fenced ? refused : await hold()).toBeInstanceOf(Fenced);
  });

  it('given a silent owner inside its transaction, when another takes over, then the first can write nothing more', async () => {
    const a = testbed.as('engine', 1).db;
    const b = testbed.as('engine', 1).db;
    const first = await takeLease(a, claim('paused', 'a'));
    const tx = await a.startTransaction().execute();
    await holdLease(tx, first!);
    const second = await takeLease(b, claim('paused', 'b', -1));
    expect(second?.epoch).toBe(2n);
    await expect(tx.commit().execute()).rejects.toThrow();
    await tx
      .rollback()
      .execute()
      .catch(() => {});
    await expect(transactOn(a)((again) => holdLease(again, first!))).rejects.toThrow();
    await transactOn(b)((own) => holdLease(own, second!));
  });

  it('given the clock was set back and the owner is dead, then its lease is stale, not fresh until that time', async () => {
    const a = testbed.as('engine', 1).db;
    const b = testbed.as('engine', 1).db;
    await takeLease(a, claim('ahead', 'a'));
    const root = await testbed.bare('postgres');
    const beatAhead = (by: string) =>
      root.query(`update lease set heartbeat_at = clock_timestamp() + $1::interval where name = 'spot-ahead'`, [by]);
    await beatAhead('30 seconds');
    expect(await takeLease(b, claim('ahead', 'b'))).toBeUndefined();
    await beatAhead('1 hour');
    expect((await takeLease(b, claim('ahead', 'b')))?.epoch).toBe(2n);
  });

  it('given a stale lease, when ten processes race for it, then one gets it', async () => {
    const racers = Array.from({ length: 10 }, () => testbed.as('engine', 1).db);
    const got = await Promise.all(racers.map((db, n) => takeLease(db, claim('race', `r${n}`, 500))));
    expect(got.filter((it) => it !== undefined)).toHaveLength(1);
  });

  it('given the right epoch on another connection, when held, then it is fenced: a successor could not end it', async () => {
    const a = testbed.as('engine', 1).db;
    const other = testbed.as('engine', 1).db;
    const lease = await takeLease(a, claim('moved', 'a'));
    await expect(transactOn(other)((tx) => holdLease(tx, lease!))).rejects.toThrow(Fenced);
  });
});
