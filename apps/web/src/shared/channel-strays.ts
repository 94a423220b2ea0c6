import { readChannel } from '@app/protocol/socket';

/** Frames on their way when a channel was left are no reason; after this they are. */
const LEAVE_AGAIN_MS = 2_000;

/**
 * Frames of channels that nobody looks at: the server may have dropped a goodbye that came with too many others. Says
 * it again, once in a while for each, unless somebody looks by then.
 */
export function createStrays(isWanted: (name: string) => boolean, leave: (name: string) => void) {
  const strays = new Set<string>();
  return (name: string): void => {
    if (strays.has(name) || readChannel(name) === undefined) return; // A private one has nothing to be left.
    strays.add(name);
    setTimeout(() => {
      strays.delete(name);
      if (!isWanted(name)) leave(name);
    }, LEAVE_AGAIN_MS);
  };
}
