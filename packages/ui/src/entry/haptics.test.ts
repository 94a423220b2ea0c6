import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowHaptics, canVibrate, tick } from './haptics.ts';

afterEach(() => {
  allowHaptics(true);
  vi.unstubAllGlobals();
});

describe('a tick', () => {
  it('given a device that vibrates, then it does so until it is switched off', () => {
    const vibrate = vi.fn();
    vi.stubGlobal('navigator', { vibrate });
    tick();
    expect(vibrate).toHaveBeenCalledTimes(1);
    allowHaptics(false);
    tick();
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  it('given a device that cannot, then nothing happens', () => {
    vi.stubGlobal('navigator', {});
    expect(canVibrate()).toBe(false);
    expect(tick).not.toThrow();
  });
});
