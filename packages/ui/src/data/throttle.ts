import { useCallback, useEffect, useState } from 'react';

/** Limits how often an action runs. The last request is never lost. */
export type Throttle = {
  /** Requests a run; it happens as soon as the limit allows, never inside this call. */
  trigger(): void;
  stop(): void;
};

type Options = {
  /** `frame` also waits for the next frame, for what is painted; hidden pages get no frames. */
  readonly moment?: 'timer' | 'frame';
};

/**
 * Runs `act` at most once per interval, however often it is requested. An `act` that returns false did nothing: the
 * next run does not wait for it.
 */
export function createThrottle(apartMs: number, act: () => unknown, { moment = 'timer' }: Options = {}): Throttle {
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  const run = () => {
    frame = undefined;
    const beforeMs = lastMs;
    lastMs = performance.now(); // Before `act`, which may request the next run.
    if (act() === false) lastMs = beforeMs;
  };
  const due = () => {
    timer = undefined;
    if (moment === 'frame') frame = requestAnimationFrame(run);
    else run();
  };
  return {
    trigger: () => {
      if (timer !== undefined || frame !== undefined) return;
      const leftMs = Math.ceil(lastMs + apartMs - performance.now());
      if (leftMs <= 0 && moment === 'frame') due();
      else timer = setTimeout(due, Math.max(0, leftMs));
    },
    stop: () => {
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
      timer = undefined;
      frame = undefined;
    },
  };
}

type Source<Value> = { listen(onChange: () => void): () => void; read(): Value };

/** Returns the value of a source, updated in React at most once per interval; the last value always arrives. */
export function useThrottled<Value>(source: Source<Value>, apartMs: number): Value {
  const [shown, setShown] = useState(() => ({ source, value: source.read() }));
  const take = useCallback(() => {
    const value = source.read();
    setShown((before) => (before.source === source && before.value === value ? before : { source, value }));
  }, [source]);
  useEffect(() => {
    const throttle = createThrottle(apartMs, take, { moment: 'frame' });
    const stop = source.listen(throttle.trigger);
    throttle.trigger();
    return () => {
      stop();
      throttle.stop();
    };
  }, [source, take, apartMs]);
  return shown.source === source ? shown.value : source.read();
}
