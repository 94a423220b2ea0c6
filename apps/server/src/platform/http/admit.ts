import { refuse } from '@app/base';
import { checkAccess, type Route } from '@app/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accept, refuseWith } from './accept.ts';
import { type Caller, type CheckProduct, type Found, type Http, senderOf } from './caller.ts';

/** Product check that refuses everything: a product whose state is unknown is closed. */
export const NO_PRODUCTS: CheckProduct = () => Promise.resolve(refuse('feature_unavailable'));

export type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Decides whether a request reaches its handler, and identifies the caller, before reading any of the request. */
export async function admit(http: Http, route: Route, { request, reply }: Exchange): Promise<Caller | undefined> {
  const found = needsSession(route, request) ? await findBearer(http, route, request) : undefined;
  // Set before any refusal, so that refusals carry it too.
  if (found?.nextToken !== undefined) void reply.header('x-next-token', found.nextToken);
  const limiting = found === undefined ? undefined : http.limitUser?.(found.caller.userId, reply);
  if (limiting !== undefined) await limiting;
  const access = route.access === 'visitor' && found !== undefined ? 'user' : route.access;
  accept(checkAccess(access, found?.caller, route.staffRoles));
  if (route.product !== undefined) accept(await http.checkProduct(route.product, found?.caller.country));
  return found?.caller;
}

const needsSession = ({ access, optionalSession }: Route, request: FastifyRequest): boolean =>
  access !== 'visitor' || (optionalSession === true && tokenIn(request) !== '');

/** Reads the raw token, or the one after `Bearer `. Cookies never carry authority. */
export const tokenIn = ({ headers }: FastifyRequest): string =>
  headers.authorization?.replace(/^Bearer /i, '').trim() ?? '';

async function findBearer(http: Http, route: Route, request: FastifyRequest): Promise<Found> {
  const token = tokenIn(request);
  if (token === '') return refuseWith('login_required');
  const find = route.usesKnownCaller ? (http.findKnownCaller ?? http.findCaller) : http.findCaller;
  return (await find(token, senderOf(request))) ?? refuseWith('session_invalid');
}
