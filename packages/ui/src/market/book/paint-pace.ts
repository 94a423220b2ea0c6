/** Lets something be painted at most so often in any second. The last change is always painted. */
export type PaintPace = {
  /** Something changed: it is painted in the next frame in which that is allowed. */
  trigger(): void;
  stop(): void;
};

const SECOND_MS = 1_000;

/** `paint` answers whether it painted anything; what painted nothing does not count. A page nobody sees has no frames. */
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
