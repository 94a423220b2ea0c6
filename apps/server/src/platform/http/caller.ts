import type { Decision } from '@app/base';
import type { CallerLevel, Mode, Product, Route } from '@app/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitUser } from './soft-limit.ts';

/** Owner of a session, and the mode it sees. */
export type SessionOwner = { readonly userId: bigint; readonly sessionId: bigint; readonly mode: Mode };

/** Caller as stored in the session and user rows; claims of a request about its user are ignored. */
export type Caller = SessionOwner & CallerLevel;

/** Owner of a token, and the newer token the client must use from now on. */
export type Found = { readonly caller: Caller; readonly nextToken?: string };

/** Finds the owner of a token; implemented by auth, injected by the composition. */
export type FindCaller = (token: string, from?: Sender) => Promise<Found | undefined>;

/** Origin of a request, as far as its network and headers show. */
export type Sender = { readonly ip: string; readonly userAgent: string };

/** A live session and when it ends by itself, unless it is used. */
export type LiveSession = SessionOwner & { readonly endsInMs: number };

/** Finds which of these sessions are still alive, and their owners; injected likewise. */
export type FindSessions = (ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, LiveSession>>;

/**
 * Finds the sessions whose end became visible since an earlier look, whatever time it carries; none at the first look.
 * `upTo` is the `since` of the next one.
 */
export type FindEndedSessions = (since: string | undefined) => Promise<EndedSessions>;
export type EndedSessions = { readonly ids: readonly bigint[]; readonly upTo: string };

/** One HTTP server and the routes it has bound: a test compares them with the protocol. */
export type Http = {
  readonly app: FastifyInstance;
  readonly findCaller: FindCaller;
  /** The same for routes with `usesKnownCaller`: from memory where that is at most a second old. */
  readonly findKnownCaller?: FindCaller;
  readonly checkProduct: CheckProduct;
  readonly limitUser?: LimitUser;
  readonly bound: Set<Route>;
};

/** Checks whether a risky product is running and open to a user from that location; injected by the composition. */
export type CheckProduct = (
  product: Product,
  country: string | undefined,
) => Promise<Decision<true, 'feature_unavailable' | 'country_required'>>;

const USER_AGENT_MAX = 300;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first `senderOf`: finding the address means reading the claims of every proxy. */
    sender: Sender | undefined;
  }
}

/** Returns the sender; a client that has disconnected has no address any more. */
export function senderOf(request: FastifyRequest): Sender {
  request.sender ??= {
    ip: request.ip ?? '',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  };
  return request.sender;
}
