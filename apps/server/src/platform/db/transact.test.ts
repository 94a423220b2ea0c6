import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { pipelined } from './transact.ts';

describe('pipelined statements', () => {
  it('given all succeed, when they have ended, then each returns its own result', async () => {
    expect(await pipelined([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
  });

  it('given two fail, when the last has ended and not before, then the earliest failure is thrown', async () => {
    const ended: string[] = [];
    const slow = Promise.withResolvers<void>();
    const work = pipelined([
      slow.promise.then(() => ended.push('slow')),
      slow.promise.then(() => Promise.reject(new Error('the second'))),
      Promise.reject(new Error('the first')),
    ]).catch((error: Error) => ended.push(error.message));
    await nextTurn();
    expect(ended).toEqual([]);
    slow.resolve();
    await work;
    expect(ended).toEqual(['slow', 'the first']);
  });

  it('given a failure inside a group, which makes later statements fail sooner, then the failure itself is thrown', async () => {
    const refused = new DatabaseError('refused', 0, 'error');
    const aborted = new DatabaseError('current transaction is aborted', 0, 'error');
    aborted.code = '25P02';
    const slowly = new Promise((resolve) => setTimeout(resolve, 5));
    const work = pipelined([
      pipelined([Promise.resolve(1), Promise.reject(aborted), slowly.then(() => Promise.reject(refused))]),
      Promise.reject(aborted),
    ]);
    await expect(work).rejects.toBe(refused);
  });
});
