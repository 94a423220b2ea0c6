type Marked = { readonly simulated?: boolean };

/** Whether any bar that came was simulated, for a chart whose market is no longer. */
export function createSimulatedWatch() {
  const watchers = new Set<() => void>();
  let isAny = false;
  return {
    see: <Bar extends Marked>(bars: readonly Bar[]): readonly Bar[] => {
      if (!isAny && bars.some(({ simulated }) => simulated)) {
        isAny = true;
        for (const notify of watchers) notify();
      }
      return bars;
    },
    hasSimulated: (): boolean => isAny,
    watch: (onChange: () => void): (() => void) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}
