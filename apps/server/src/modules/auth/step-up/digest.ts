import { createHash } from 'node:crypto';
import { proofFieldsOf, type Route } from '@app/protocol';
import { canonical } from '../../../platform/http/serve.ts';

/** Returns the name of an action in records, one per route. */
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Serialises the fields of an action in a fixed order, without its proof and without omitted fields. */
export function contentOf(route: Route, input: object): string {
  const proof = proofFieldsOf(route);
  const entries = Object.entries(input).filter(([name, value]) => value !== undefined && !proof.includes(name));
  return canonical(Object.fromEntries(entries));
}

/** Computes a digest over the route and every field of an action, so that a proof for one is invalid for another. */
export const digestOf = (route: Route, input: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([nameOf(route), contentOf(route, input)]))
    .digest();
