import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowHaptics, canVibrate, tick } from './haptics.ts';

afterEach(() => {
  allowHaptics(true);
  vi.unstubAllGlobals();
});

describe('a haptic tick', () => {
  it('given a device that vibrates, then it vibrates until haptics are switched off', () => {
    const vibrate = vi.fn();
    vi.stubGlobal('navigator', { vibrate });
    tick();
    expect(vibrate).toHaveBeenCalledTimes(1);
    allowHaptics(false);
    tick();
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  it('given a device that cannot vibrate, then nothing happens', () => {
    vi.stubGlobal('navigator', {});
    expect(canVibrate()).toBe(false);
    expect(tick).not.toThrow();
  });
});
