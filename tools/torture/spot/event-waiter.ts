/** Dispatches events to waiting callers. */
export type EventWaiter<Event> = {
  push(event: Event): void;
  /** Resolves with the first matching event from now on; undefined on timeout. */
  next(fits: (event: Event) => boolean, withinMs: number): Promise<Event | undefined>;
};

export function createEventWaiter<Event>(): EventWaiter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    push: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    next: (fits, withinMs) =>
      new Promise((resolve) => {
        const finish = (event?: Event) => {
          listeners.delete(listener);
          clearTimeout(timer);
          resolve(event);
        };
        const listener = (event: Event) => fits(event) && finish(event);
        const timer = setTimeout(finish, withinMs);
        listeners.add(listener);
      }),
  };
}
