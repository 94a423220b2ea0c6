import type { AccountName } from '@app/domain/ledger';
import { describe, expect, it } from 'vitest';
import { LockWaits } from './lock-waits.ts';
import type { ProductTypes } from './product.ts';
import type { PendingCommand } from './queue.ts';

const accountOf = (user: number): AccountName => ({ owner: `user:${user}`, kind: 'exchange', currency: 'USDT' });

type Deferred = { readonly user: number; readonly atMs: number | undefined };

/** Creates commands deferred at these times, each of which needs the account of its user. */
function deferred(commands: readonly Deferred[]) {
  const batch = commands.map(
    ({ atMs }) => ({ deferredAtMs: atMs, missingAccounts: [] }) as unknown as PendingCommand<ProductTypes>, // What is read.
  );
  return [batch, { each: commands.map(({ user }) => [accountOf(user)]), likelyAccounts: [] }] as const;
}

/** Runs a batch at a time; `free` names the users whose accounts are not locked elsewhere. Returns who was waited for. */
function run(
  waits: LockWaits,
  commands: readonly Deferred[],
  nowMs: number,
  { free = [] as readonly number[], tookMs = 20 } = {},
) {
  const accounts = waits.choose(...deferred(commands), nowMs);
  const all = commands.map(({ user }) => user);
  const locks = {
    locked: all.filter((user) => free.includes(user)).map(accountOf),
    busy: all.filter((user) => !free.includes(user)).map(accountOf),
  };
  waits.note({ accounts, tookMs }, locks, nowMs + tookMs);
  return accounts.map(({ owner }) => owner);
}

describe('waits for locks', () => {
  it('given commands that are new or deferred just now, when a batch runs, then it does not wait', () => {
    expect(run(new LockWaits(), [{ user: 1, atMs: undefined }], 1_000)).toEqual([]);
    expect(run(new LockWaits(), [{ user: 1, atMs: 951 }], 1_000)).toEqual([]);
    expect(run(new LockWaits(), [{ user: 1, atMs: 950 }], 1_000)).toEqual(['user:1']);
  });

  it('given an account that stays locked while its user keeps ordering, when batches run, then the waits become rare', () => {
    const waits = new LockWaits();
    const waitedAtMs: number[] = [];
    for (let nowMs = 1_000; nowMs < 21_000; nowMs += 25)
      if (run(waits, [{ user: 1, atMs: nowMs - 200 }], nowMs).length > 0) waitedAtMs.push(nowMs - 1_000);
    expect(waitedAtMs).toEqual([0, 225, 650, 1_475, 3_100, 6_325, 11_350, 16_375]);
  });

  it('given hundreds of locked accounts, when batches run, then the shard waits at most a tenth of the time', () => {
    const waits = new LockWaits();
    let waitedMs = 0;
    for (let nowMs = 1_000, user = 0; nowMs < 11_000; nowMs += 25, user++)
      waitedMs += run(waits, [{ user, atMs: nowMs - 200 }], nowMs).length > 0 ? 20 : 0;
    expect(waitedMs).toBeGreaterThan(500);
    expect(waitedMs).toBeLessThanOrEqual(1_000);
  });

  it('given one locked account, when another is starved, then it is waited for in the meantime', () => {
    const waits = new LockWaits();
    const held = { user: 1, atMs: 0 };
    for (let nowMs = 1_000; nowMs < 3_000; nowMs += 25) run(waits, [held], nowMs);
    expect(run(waits, [held, { user: 2, atMs: 2_900 }], 3_000, { free: [2] })).toEqual(['user:2']);
  });

  it('given a wait that succeeded, when the account is locked again, then it is waited for as at first', () => {
    const waits = new LockWaits();
    const held = { user: 1, atMs: 0 };
    for (let nowMs = 1_000; nowMs < 3_000; nowMs += 25) run(waits, [held], nowMs);
    expect(run(waits, [held], 3_000)).toEqual([]);
    run(waits, [held], 3_025, { free: [1] });
    expect(run(waits, [{ user: 1, atMs: 3_200 }], 3_250)).toEqual(['user:1']);
    expect(run(waits, [{ user: 1, atMs: 3_400 }], 3_475)).toEqual(['user:1']);
  });

  it('given waits that succeed, when further commands are starved, then the shard rests all the same', () => {
    const waits = new LockWaits();
    const contended = { free: [1, 2], tookMs: 15 };
    expect(run(waits, [{ user: 1, atMs: 0 }], 1_000, contended)).toEqual(['user:1']);
    expect(run(waits, [{ user: 2, atMs: 0 }], 1_025, contended)).toEqual([]);
    expect(run(waits, [{ user: 2, atMs: 0 }], 1_165, contended)).toEqual(['user:2']);
  });

  it('given many starved commands, when a batch runs, then it waits for two of them', () => {
    const starved = [1, 2, 3, 4].map((user) => ({ user, atMs: 0 }));
    expect(run(new LockWaits(), starved, 1_000)).toEqual(['user:1', 'user:2']);
  });
});
