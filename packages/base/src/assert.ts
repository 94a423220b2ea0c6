/** Asserts an invariant. A failure is our bug, never the user's mistake: it stops the request and pages us. */
export function assert(condition: boolean, invariant: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${invariant}`);
}

/** Closes a switch: adding a union member without a case becomes a compile error. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}

/** Returns a value that is defined by construction; documents it instead of `!`. */
export function expectDefined<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`invariant broken: ${what} is defined`);
  return value;
}
