import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { KlineStage, type StageEvents } from './kline-stage.ts';
import { loadLibrary } from './load-library.ts';

/** The chart on an element, once the library is there. `retryKey` asks again for whatever failed. */
export function useStage(
  place: RefObject<HTMLElement | null>,
  events: StageEvents,
  retryKey: number,
): KlineStage | undefined {
  const [stage, setStage] = useState<KlineStage>();
  const [attempt, setAttempt] = useState(retryKey);
  const onState = useEffectEvent(events.onState);
  const onLegend = useEffectEvent(events.onLegend);
  useEffect(() => {
    let isGone = false;
    let made: KlineStage | undefined;
    const make = (library: Awaited<ReturnType<typeof loadLibrary>>) => {
      if (isGone || place.current === null) return;
      made = new KlineStage(library, place.current, {
        onState: (state) => onState(state),
        onLegend: (legend) => onLegend(legend),
      });
      setStage(made);
    };
    // Another attempt is a reason to load, though nothing of it is used.
    if (attempt >= 0) loadLibrary().then(make, () => !isGone && onState('failed'));
    return () => {
      isGone = true;
      made?.dispose();
      setStage(undefined);
    };
  }, [place, attempt]);
  const retry = useEffectEvent((key: number) => {
    if (stage === undefined) setAttempt(key);
    else stage.retry();
  });
  useEffect(() => retry(retryKey), [retryKey]);
  return stage;
}
