import { useCallback, useEffect, useState } from 'react';
import { createPaintPace } from './paint-pace.ts';

type Source<Value> = { listen(onChange: () => void): () => void; read(): Value };

/** Returns the value of a source, updated in React at most so many times a second; the last value always arrives. */
export function usePaced<Value>(source: Source<Value>, timesASecond: number): Value {
  const [shown, setShown] = useState(() => ({ source, value: source.read() }));
  const take = useCallback(() => {
    setShown({ source, value: source.read() });
    return true;
  }, [source]);
  useEffect(() => {
    const pace = createPaintPace(timesASecond, take);
    const stop = source.listen(pace.trigger);
    pace.trigger();
    return () => {
      stop();
      pace.stop();
    };
  }, [source, take, timesASecond]);
  return shown.source === source ? shown.value : source.read();
}
