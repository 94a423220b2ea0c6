/** Creates a queue that runs one task at a time per name, in order of arrival. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name) ?? Promise.resolve();
    const turn = before.then(act);
    const ended = turn.then(
      () => undefined,
      () => undefined, // The caller gets the error; the next task runs anyway.
    );
    last.set(name, ended);
    void ended.then(() => last.get(name) === ended && last.delete(name));
    return turn;
  };
}
