import type { Route } from '@app/protocol';
import { proofFieldsOf } from '@app/protocol/step-up-fields';
import * as z from 'zod/mini';

/** Returns the fields a challenge is bound to: in wire format, without those that only prove the action. */
export function fieldsToProve(route: Route, fields: object): string {
  const proof = proofFieldsOf(route);
  const bound = Object.fromEntries(Object.entries(fields).filter(([name]) => !proof.includes(name)));
  return JSON.stringify(z.encode(z.partial(route.request), bound as never)); // The caller's type is the codec's output.
}
