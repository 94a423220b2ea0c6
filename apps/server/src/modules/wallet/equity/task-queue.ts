/** One at a time for each name, in the order they came. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name) ?? Promise.resolve();
    const turn = before.then(act);
    const ended = turn.then(
      () => undefined,
      () => undefined, // Its asker is told; who waits behind it is not concerned.
    );
    last.set(name, ended);
    void ended.then(() => last.get(name) === ended && last.delete(name));
    return turn;
  };
}
