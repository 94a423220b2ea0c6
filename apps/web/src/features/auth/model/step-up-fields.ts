import type { Route } from '@app/protocol';
import { proofFieldsOf } from '@app/protocol/step-up-fields';
import * as z from 'zod/mini';

/** What a challenge is bound to: the fields as they will cross the wire, without those that only prove them. */
export function fieldsToProve(route: Route, fields: object): string {
  const proof = proofFieldsOf(route);
  const bound = Object.fromEntries(Object.entries(fields).filter(([name]) => !proof.includes(name)));
  return JSON.stringify(z.encode(z.partial(route.request), bound as never)); // The caller's type is the codec's output.
}
