import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { KlineRenderer, type RendererEvents } from './kline-renderer.ts';
import { loadLibrary } from './load-library.ts';

/** Creates the chart on an element once the library is loaded. A new `retryKey` retries whatever failed. */
export function useRenderer(
  container: RefObject<HTMLElement | null>,
  events: RendererEvents,
  retryKey: number,
): KlineRenderer | undefined {
  const [renderer, setRenderer] = useState<KlineRenderer>();
  const [attempt, setAttempt] = useState(retryKey);
  const onState = useEffectEvent(events.onState);
  const onLegend = useEffectEvent(events.onLegend);
  useEffect(() => {
    let isGone = false;
    let made: KlineRenderer | undefined;
    const make = (library: Awaited<ReturnType<typeof loadLibrary>>) => {
      if (isGone || container.current === null) return;
      made = new KlineRenderer(library, container.current, {
        onState: (state) => onState(state),
        onLegend: (legend) => onLegend(legend),
      });
      setRenderer(made);
    };
    // A new attempt triggers loading, though its value is not used.
    if (attempt >= 0) loadLibrary().then(make, () => !isGone && onState('failed'));
    return () => {
      isGone = true;
      made?.dispose();
      setRenderer(undefined);
    };
  }, [container, attempt]);
  const retry = useEffectEvent((key: number) => {
    if (renderer === undefined) setAttempt(key);
    else renderer.retry();
  });
  useEffect(() => retry(retryKey), [retryKey]);
  return renderer;
}
