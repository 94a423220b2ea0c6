import { useEffect, useState } from 'react';

/** What the server is asked follows what is typed once the fingers rest (spec: 500 ms). */
const REST_MS = 500;

/** A value that has not changed for a while. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
