import { createHash } from 'node:crypto';
import { proofFieldsOf, type Route } from '@app/protocol';
import { canonical } from '../../../platform/serve.ts';

/** How an action is called in records: one word for one route. */
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Everything an action says, in one order: without what proves it, and without what was left out. */
export function contentOf(route: Route, input: object): string {
  const proof = proofFieldsOf(route);
  const entries = Object.entries(input).filter(([name, value]) => value !== undefined && !proof.includes(name));
  return canonical(Object.fromEntries(entries));
}

/** Changes with every field of an action and with its route: what was proven for one is worth nothing for another. */
export const digestOf = (route: Route, input: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([nameOf(route), contentOf(route, input)]))
    .digest();
