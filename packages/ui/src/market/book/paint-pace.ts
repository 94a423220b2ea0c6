/** Rate limit for painting, per second. The last change is always painted. */
export type PaintPace = {
  /** Requests a paint; it runs in the first frame the limit allows. */
  trigger(): void;
  stop(): void;
};

const SECOND_MS = 1_000;

/**
 * Creates a rate limit for `paint`, which returns whether it painted anything; calls that painted nothing do not count.
 * Hidden pages get no frames.
 */
export function createPaintPace(timesASecond: number, paint: () => boolean): PaintPace {
  const apartMs = SECOND_MS / timesASecond;
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  const go = () => {
    frame = undefined;
    if (paint()) lastMs = performance.now();
  };
  const inNextFrame = () => {
    timer = undefined;
    frame = requestAnimationFrame(go);
  };
  return {
    trigger: () => {
      if (timer !== undefined || frame !== undefined) return;
      const leftMs = lastMs + apartMs - performance.now();
      if (leftMs <= 0) inNextFrame();
      else timer = setTimeout(inNextFrame, Math.ceil(leftMs));
    },
    stop: () => {
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
      timer = undefined;
      frame = undefined;
    },
  };
}
