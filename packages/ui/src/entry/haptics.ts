const TICK_MS = 8;

let isOn = true;

/** Whether controls may answer a finger with a short vibration. */
export function allowHaptics(allowed: boolean): void {
  isOn = allowed;
}

/** Where the device can do it: iOS cannot, so nothing depends on it. */
export const canVibrate = (): boolean => typeof globalThis.navigator?.vibrate === 'function';

export function tick(): void {
  if (isOn && canVibrate()) navigator.vibrate(TICK_MS);
}
