import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Screen } from '../data/app/screen.ts';
import { forgetScreen, loadScreen, ScreenMissing, ScreenSlow } from './load-screen.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Shown = () => null;
const refuse = () => Promise.reject(new Error('gone'));
const screenAt = (path: string, load: () => Promise<{ default: () => null }>) =>
  ({ path, texts: [], load, access: 'visitor' }) as unknown as Screen; // As much of a screen as loading needs.

describe('a screen', () => {
  it('given two requests and a first attempt that fails, then the second attempt loads it for both', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Shown })).mockImplementationOnce(refuse);
    const screen = screenAt('/a', load);
    const loading = [loadScreen(screen), loadScreen(screen)];
    await vi.advanceTimersByTimeAsync(500);
    expect(await Promise.all(loading)).toEqual([{ default: Shown }, { default: Shown }]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('given two failures, then it is missing until it is dropped, and the next visit fetches it again', async () => {
    const load = vi
      .fn(() => Promise.resolve({ default: Shown }))
      .mockImplementationOnce(refuse)
      .mockImplementationOnce(refuse);
    const screen = screenAt('/b', load);
    const first = expect(loadScreen(screen)).rejects.toThrow(ScreenMissing);
    await vi.advanceTimersByTimeAsync(500);
    await first;
    await expect(loadScreen(screen)).rejects.toMatchObject({
      message: '/b',
      wasOnline: true,
      cause: new Error('gone'),
    });
    expect(load).toHaveBeenCalledTimes(2);
    forgetScreen(screen);
    expect(await loadScreen(screen)).toEqual({ default: Shown });
  });

  it('given no response, then it is slow after a minute', async () => {
    const loading = expect(loadScreen(screenAt('/c', () => new Promise(() => undefined)))).rejects.toThrow(ScreenSlow);
    await vi.advanceTimersByTimeAsync(60_000);
    await loading;
  });
});
