import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFailedParts, lazyOnce } from './lazy-once.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refuse = () => Promise.reject(new Error('gone'));

describe('a lazily loaded part', () => {
  it('given many requests, then it is fetched once; given the first attempt fails, then the second loads it', async () => {
    const load = vi.fn(() => Promise.resolve('part')).mockImplementationOnce(refuse);
    const part = lazyOnce(load);
    const loading = [part(), part()];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(loading)).toEqual(['part', 'part']);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('given it fails twice, then it is not fetched again until failures are cleared, and then it is', async () => {
    const load = vi
      .fn(() => Promise.resolve('part'))
      .mockImplementationOnce(refuse)
      .mockImplementationOnce(refuse);
    const part = lazyOnce(load);
    const first = expect(part()).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(1_000);
    await first;
    await expect(part()).rejects.toThrow('gone');
    expect(load).toHaveBeenCalledTimes(2);
    forgetFailedParts();
    expect(await part()).toBe('part');
  });

  it('given it never responds, then it fails after a minute', async () => {
    const loading = expect(lazyOnce(() => new Promise(() => undefined))()).rejects.toThrow('did not come');
    await vi.advanceTimersByTimeAsync(60_000);
    await loading;
  });
});
