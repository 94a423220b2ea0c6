/** What was said, for whoever waits for it. */
export type EventWaiter<Heard> = {
  hear(heard: Heard): void;
  /** The first that fits from now on; undefined when it does not come in time. */
  next(fits: (heard: Heard) => boolean, withinMs: number): Promise<Heard | undefined>;
};

export function createEventWaiter<Heard>(): EventWaiter<Heard> {
  const listeners = new Set<(heard: Heard) => void>();
  return {
    hear: (heard) => {
      for (const listener of [...listeners]) listener(heard);
    },
    next: (fits, withinMs) =>
      new Promise((resolve) => {
        const finish = (heard?: Heard) => {
          listeners.delete(listener);
          clearTimeout(timer);
          resolve(heard);
        };
        const listener = (heard: Heard) => fits(heard) && finish(heard);
        const timer = setTimeout(finish, withinMs);
        listeners.add(listener);
      }),
  };
}
