/** What was said, for whoever waits for it. */
export type EventWaiter<Event> = {
  push(event: Event): void;
  /** The first that fits from now on; undefined when it does not come in time. */
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
