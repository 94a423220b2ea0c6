import { readChannel } from '@app/protocol/socket';

/** Delay before unsubscribing again; updates still in flight after an unsubscribe are expected. */
const LEAVE_AGAIN_MS = 2_000;

/**
 * Handles updates of channels without a subscriber: the server may have dropped an unsubscribe because of its rate
 * limit. Unsubscribes again, once per interval for each channel, unless it has a subscriber by then.
 */
export function createStrays(isWanted: (name: string) => boolean, leave: (name: string) => void) {
  const strays = new Set<string>();
  return (name: string): void => {
    if (strays.has(name) || readChannel(name) === undefined) return; // Private channels have no unsubscribe.
    strays.add(name);
    setTimeout(() => {
      strays.delete(name);
      if (!isWanted(name)) leave(name);
    }, LEAVE_AGAIN_MS);
  };
}
