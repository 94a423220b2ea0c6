const TICK_MS = 8;

let isOn = true;

/** Allows or forbids short vibrations on touch. */
export function allowHaptics(allowed: boolean): void {
  isOn = allowed;
}

/** Returns whether the device can vibrate; iOS cannot, so nothing depends on it. */
export const canVibrate = (): boolean => typeof globalThis.navigator?.vibrate === 'function';

export function tick(): void {
  if (isOn && canVibrate()) navigator.vibrate(TICK_MS);
}
