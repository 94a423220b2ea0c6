import { useEffect, useState } from 'react';

/** Search requests are sent after typing has paused for this long (spec: 500 ms). */
const REST_MS = 500;

/** Returns the value once it has not changed for `REST_MS`. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
