/** Waits for work until a timeout or abort; ignores a later result. */
export async function withinTime<Value>(work: Promise<Value>, timeoutMs: number, end: AbortSignal): Promise<Value> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const onEnd = () => reject(new Error('ended'));
  const timer = setTimeout(() => reject(new Error(`no message for ${timeoutMs} ms`)), timeoutMs);
  end.addEventListener('abort', onEnd);
  if (end.aborted) onEnd();
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    end.removeEventListener('abort', onEnd);
  }
}
