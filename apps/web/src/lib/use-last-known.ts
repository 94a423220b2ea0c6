import { useState } from 'react';

/** Returns a value, or while it is unknown the last known one of the same owner. */
export function useLastKnown<Value>(owner: string, value: Value | undefined): Value | undefined {
  const [last, setLast] = useState({ owner, value });
  const isNew = last.owner !== owner || (value !== undefined && value !== last.value);
  if (isNew) setLast({ owner, value });
  return isNew ? value : last.value;
}
