type Marked = { readonly simulated?: boolean };

/** Tracks whether any received bar was simulated, for a chart whose market no longer is. */
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
