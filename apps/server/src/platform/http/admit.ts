import { refuse } from '@app/base';
import { checkAccess, type Route } from '@app/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accept, refuseWith } from './accept.ts';
import { type Caller, type CheckProduct, type Found, type Http, senderOf } from './caller.ts';

/** Product check that refuses everything: a product whose state is unknown is closed. */
export const NO_PRODUCTS: CheckProduct = () => Promise.resolve(refuse('feature_unavailable'));

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Decides whether a request reaches its handler, and identifies the caller, before reading any of the request. */
export async function admit(http: Http, route: Route, { request, reply }: Exchange): Promise<Caller | undefined> {
  const found = route.access === 'visitor' ? undefined : await findBearer(http, request);
  // Set before any refusal, so that refusals carry it too.
  if (found?.nextToken !== undefined) void reply.header('x-next-token', found.nextToken);
  if (found !== undefined) await http.limitUser?.(found.caller.userId, reply);
  accept(checkAccess(route.access, found?.caller));
  if (route.product !== undefined) accept(await http.checkProduct(route.product, found?.caller.country));
  return found?.caller;
}

/** Reads the raw token, or the one after `Bearer `. Cookies never carry authority. */
async function findBearer(http: Http, request: FastifyRequest): Promise<Found> {
  const token = request.headers.authorization?.replace(/^Bearer /i, '').trim();
  if (!token) return refuseWith('login_required');
  return (await http.findCaller(token, senderOf(request))) ?? refuseWith('session_invalid');
}
