import { type Decision, Refusal } from '@app/base';
import type { RefusalCode } from '@app/protocol';

/** Unwraps a decision. A rule that refuses with a code outside the catalogue does not compile here. */
export function accept<Value>(decision: Decision<Value, RefusalCode>): Value {
  if (!decision.ok) throw new Refusal<RefusalCode>(decision.code, decision.params);
  return decision.value;
}

/** Refuses on behalf of a use case that finds the reason itself, mostly by querying the database. */
export function refuseWith(code: RefusalCode, params?: Readonly<Record<string, string>>): never {
  throw new Refusal<RefusalCode>(code, params);
}
