import type { EngineReply } from '@app/protocol/engine';
import { describe, expect, it } from 'vitest';
import type { Lane, ProductTypes } from './product.ts';
import { createBatchSize, type PendingCommand, Queue } from './queue.ts';

type TestTypes = ProductTypes & { readonly Command: string };

let count = 0;

/** Creates a user's command and collects the replies to it. */
function enqueue(lane: Lane = 'then', more: Partial<PendingCommand<TestTypes>> = {}) {
  const replied: EngineReply[] = [];
  const record = { key: `key-${++count}`, slot: `slot-${count}`, route: 'POST /coin/trade', hash: 'a' };
  const pending: PendingCommand<TestTypes> = {
    command: `command ${count}`,
    lane,
    userId: 7n,
    record,
    notAfterMs: 0,
    inboxId: undefined,
    rawPayload: {},
    responders: [(reply: EngineReply) => replied.push(reply)],
    missingAccounts: [],
    deferredAtMs: undefined,
    ...more,
  };
  return { pending, replied };
}

describe('shard queue', () => {
  it('given commands of every lane, when a batch is taken, then the order is deferred, closes, opens, the rest', () => {
    const queue = new Queue<TestTypes>();
    const last = enqueue('last');
    const then = enqueue('then');
    const first = enqueue('first');
    const deferred = enqueue('then');
    for (const { pending } of [last, then, first]) queue.add(pending);
    queue.putBack([deferred.pending]);
    expect(queue.take(10)).toEqual([deferred, first, then, last].map(({ pending }) => pending));
    expect(queue.size).toBe(0);
  });

  it('given commands that must wait, when batches are taken, then all others pass, and these keep their order', () => {
    const queue = new Queue<TestTypes>();
    const waiting = [enqueue(), enqueue(), enqueue()];
    const next = enqueue('next');
    const cancel = enqueue('first');
    const other = enqueue();
    const isWaiting = (it: PendingCommand<TestTypes>) => waiting.some(({ pending }) => pending === it);
    queue.putBack([waiting[0]].flatMap((it) => it?.pending ?? []));
    for (const { pending } of [...waiting.slice(1), other, cancel, next]) queue.add(pending);
    // A batch of three: those that wait take no place in it.
    expect(queue.take(3, isWaiting)).toEqual([next, cancel, other].map(({ pending }) => pending));
    expect(queue.size).toBe(3);
    expect(queue.hasNew()).toBe(false);
    expect(queue.take(3, isWaiting)).toEqual([]);
    const later = enqueue();
    queue.add(later.pending);
    expect(queue.take(2)).toEqual(waiting.slice(0, 2).map(({ pending }) => pending));
    expect(queue.take(2)).toEqual([waiting[2], later].map((it) => it?.pending));
    expect(queue.size).toBe(0);
  });

  it('given one of the lane next that continues, when it is put back, then it comes before what is deferred', () => {
    const queue = new Queue<TestTypes>();
    const run = enqueue('next', { isContinued: true });
    const unbegun = enqueue('next');
    const deferred = enqueue('first');
    const close = enqueue('first');
    queue.add(close.pending);
    queue.putBack([deferred, unbegun, run].map(({ pending }) => pending));
    expect(queue.take(10)).toEqual([run, deferred, unbegun, close].map(({ pending }) => pending));
  });

  it('given background work that rests, when a batch is taken, then it stays in its place and all others pass', () => {
    const queue = new Queue<TestTypes>();
    const own = { record: undefined, userId: undefined };
    const run = enqueue('next', { ...own, isContinued: true, isLong: true });
    const night = enqueue('last', own);
    const triggered = enqueue('next', own);
    const open = enqueue('then');
    for (const { pending } of [run, night, triggered, open]) queue.add(pending);
    expect(queue.take(10, () => false, true)).toEqual([triggered, open].map(({ pending }) => pending));
    expect(queue.hasNew(true)).toBe(false);
    expect(queue.hasNew()).toBe(true);
    expect(queue.take(10)).toEqual([run, night].map(({ pending }) => pending));
    expect(queue.size).toBe(0);
  });

  it('given more of the last lane than a chunk, when a batch is taken, then it contains 400 of them', () => {
    const queue = new Queue<TestTypes>();
    for (let n = 0; n < 450; n++) queue.add(enqueue('last').pending);
    queue.add(enqueue('then').pending);
    expect(queue.take(500)).toHaveLength(401);
    expect(queue.size).toBe(50);
  });

  it('given the same command twice, when it is settled, then it was decided once and both callers are answered', () => {
    const queue = new Queue<TestTypes>();
    const one = enqueue();
    const other = enqueue();
    queue.add(one.pending);
    queue.add({ ...other.pending, record: one.pending.record });
    const batch = queue.take(10);
    expect(batch).toEqual([one.pending]);
    queue.settle(one.pending, { ok: 1 });
    expect([one.replied, other.replied]).toEqual([[{ ok: 1 }], [{ ok: 1 }]]);
  });

  it('given another command under a pending key, when the lease was held, then it is refused, and not before', () => {
    const queue = new Queue<TestTypes>();
    const one = enqueue();
    const other = enqueue();
    queue.add(one.pending);
    queue.add({
      ...other.pending,
      record: { ...one.pending.record, hash: 'b' } as PendingCommand<TestTypes>['record'],
    });
    const reject = queue.takeRefused();
    expect(other.replied).toEqual([]);
    reject();
    expect(other.replied).toEqual([{ refused: 'idempotency_key_reused' }]);
  });

  it('given the same key of another user, when it arrives, then it is a separate command', () => {
    const queue = new Queue<TestTypes>();
    const one = enqueue();
    queue.add(one.pending);
    queue.add({ ...enqueue().pending, userId: 8n, record: one.pending.record });
    expect(queue.take(10)).toHaveLength(2);
  });

  it('given a settled command, when it arrives again, then it is queued again: the records resolve it', () => {
    const queue = new Queue<TestTypes>();
    const one = enqueue();
    queue.add(one.pending);
    queue.take(10);
    queue.settle(one.pending, undefined);
    queue.add(one.pending);
    expect(queue.take(10)).toEqual([one.pending]);
  });

  it('given 5,000 pending, when one more arrives, then it is refused as unavailable; the product’s own are taken', () => {
    const queue = new Queue<TestTypes>();
    for (let n = 0; n < 5_000; n++) queue.add(enqueue().pending);
    const tooMany = enqueue();
    const own = enqueue('first', { userId: undefined, record: undefined });
    queue.add(tooMany.pending);
    queue.add(own.pending);
    queue.takeRefused()();
    expect(tooMany.replied).toEqual([{ refused: 'engine_unavailable' }]);
    expect(queue.take(1)).toEqual([own.pending]);
  });

  it('given another process owns the shard, when the queue is cleared, then no caller receives an answer', () => {
    const queue = new Queue<TestTypes>();
    const one = enqueue();
    const other = enqueue();
    queue.add(one.pending);
    queue.add({
      ...other.pending,
      record: { ...one.pending.record, hash: 'b' } as PendingCommand<TestTypes>['record'],
    });
    queue.forget();
    queue.takeRefused()();
    expect([one.replied, other.replied, queue.size]).toEqual([[], [], 0]);
  });
});

describe('batch size', () => {
  it('given full and fast batches, when they are recorded, then the limit doubles up to 500', () => {
    const size = createBatchSize();
    const seen = [1, 2, 3, 4, 5].map(() => {
      size.note({ size: size.now(), tookMs: 20 });
      return size.now();
    });
    expect(seen).toEqual([100, 200, 400, 500, 500]);
  });

  it('given batches that are not full, when they are recorded, then the limit is unchanged', () => {
    const size = createBatchSize();
    size.note({ size: size.now() - 1, tookMs: 20 });
    expect(size.now()).toBe(50);
  });

  it('given slow batches, when they are recorded, then the limit halves down to 50', () => {
    const size = createBatchSize();
    for (let n = 0; n < 4; n++) size.note({ size: size.now(), tookMs: 20 });
    const seen = [1, 2, 3, 4, 5].map(() => {
      size.note({ size: 1, tookMs: 101 });
      return size.now();
    });
    expect(seen).toEqual([250, 125, 62, 50, 50]);
  });
});

describe('a triggered command', () => {
  const trigger = (key: string) => ({ key, stored: { name: 'x', fields: {} } });
  const triggered = (key: string) => enqueue('first', { record: undefined, trigger: trigger(key) }).pending;

  it('given it is pending, when the same key is triggered again, then there is still one', () => {
    const queue = new Queue<TestTypes>();
    const one = triggered('a');
    const other = triggered('a');
    queue.add(one);
    queue.add(other);
    expect(queue.take(10)).toEqual([one]);
    queue.add(other);
    expect(queue.size).toBe(0);
    queue.settle(one, undefined);
    queue.add(other);
    expect(queue.take(10)).toEqual([other]);
  });

  it('given it was stored, when its row is read, then it is not added again, and a load starts without it', () => {
    const queue = new Queue<TestTypes>();
    const stored = triggered('a');
    const unstored = triggered('b');
    const request = enqueue().pending;
    for (const pending of [stored, unstored, request]) queue.add(pending);
    expect([...queue.unstored]).toEqual([stored, unstored]);
    queue.noteStored(stored, 5n);
    expect([...queue.unstored]).toEqual([unstored]);
    expect(queue.inboxIds).toEqual([5n]);
    queue.add(enqueue('first', { record: undefined, inboxId: 5n }).pending);
    expect(queue.size).toBe(3);
    queue.dropOwn();
    expect([queue.size, queue.unstored.size, queue.inboxIds.length]).toEqual([1, 0, 0]);
    queue.add(unstored); // Triggered again by the reloaded state.
    expect(queue.take(10)).toEqual([unstored, request]);
  });

  it('given a row of the same key is read later, when the command is settled, then the row belongs to it', () => {
    const queue = new Queue<TestTypes>();
    const again = triggered('a');
    queue.add(again);
    queue.add(enqueue('first', { record: undefined, trigger: trigger('a'), inboxId: 9n }).pending);
    expect([again.inboxId, queue.size, queue.unstored.size]).toEqual([9n, 1, 0]);
    queue.beginInboxLook();
    queue.settle(again, undefined);
    expect([queue.hasSettledInbox(9n), queue.hasSettledInbox(8n)]).toEqual([true, false]);
    queue.beginInboxLook();
    expect(queue.hasSettledInbox(9n)).toBe(false);
  });
});

describe('deferred commands without a caller', () => {
  it('given more than half a batch of them, when it is taken, then others have room, and users keep their order', () => {
    const queue = new Queue<TestTypes>();
    const own = (userId: bigint) => enqueue('first', { record: undefined, userId }).pending;
    const deferred = [own(1n), own(2n), own(3n)];
    const behind = enqueue('then', { userId: 3n }).pending;
    const other = enqueue('then', { userId: 4n }).pending;
    queue.putBack([...deferred, behind]);
    queue.add(other);
    expect(queue.take(4)).toEqual([deferred[0], deferred[1], other]);
    expect(queue.take(4)).toEqual([deferred[2], behind]);
  });
});

describe('the limit of requests', () => {
  it('given thousands of triggered commands, when a request arrives, then it is accepted', () => {
    const queue = new Queue<TestTypes>();
    for (let n = 0; n < 6_000; n++)
      queue.add(enqueue('first', { record: undefined, trigger: { key: `t${n}` } as never }).pending);
    const request = enqueue();
    queue.add(request.pending);
    queue.takeRefused()();
    expect([queue.size, request.replied, queue.hasRequests]).toEqual([6_001, [], true]);
    queue.settle(request.pending, { ok: 1 });
    expect(queue.hasRequests).toBe(false);
  });
});
