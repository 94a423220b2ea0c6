import { openPendingCalls } from '@app/client/call';
import type { PrivateChannel } from '@app/client/socket';
import { storage } from '../../lib/storage.ts';

/** A channel's module once it is loaded. */
type Loaded = Omit<PrivateChannel, 'name'> & { readonly end: () => void };

type LazyChannel = {
  readonly name: string;
  readonly load: () => Promise<Loaded>;
  /** Marks the lists as stale, so that screens refetch them. */
  readonly makeOld: () => void;
  /** Runs too when the module cannot be loaded. */
  readonly onLost: () => void;
  /** User and mode: a call of theirs that lost its response needs the module at once. */
  readonly scope: string;
};

/**
 * Handles a private channel whose module is loaded when it is needed: when something changed. Until then a new
 * connection only marks the lists as stale.
 */
export function lazyChannel({ name, load, makeOld, onLost, scope }: LazyChannel) {
  let loaded: Promise<Loaded> | undefined;
  let isOver = false;
  /** Runs actions one after another, in arrival order. If the module cannot be loaded, the screens refetch. */
  const withPart = (act: (part: Loaded) => void) => {
    loaded ??= load();
    loaded.then(
      (part) => isOver || act(part),
      () => {
        loaded = undefined;
        makeOld();
        onLost();
      },
    );
  };
  const isNeeded = () =>
    openPendingCalls(storage)
      .list()
      .some((call) => call.scope === scope);
  return {
    name,
    receive: (frame: unknown) => withPart((part) => part.receive(frame)),
    refresh: () => (loaded !== undefined || isNeeded() ? withPart((part) => part.refresh()) : makeOld()),
    end: () => {
      isOver = true;
      loaded?.then(
        (part) => part.end(),
        () => undefined,
      );
    },
  } satisfies PrivateChannel & { end: () => void };
}
