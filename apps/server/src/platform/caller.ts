import type { Decision } from '@app/base';
import type { Book, CallerLevel, Product, Route } from '@app/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitUser } from './soft-limit.ts';

/** Whose session it is, and which money it sees. */
export type SessionOwner = { readonly userId: bigint; readonly sessionId: bigint; readonly book: Book };

/** Who calls, as the rows of session and user say; nothing a request claims about its user is believed. */
export type Caller = SessionOwner & CallerLevel;

/** Who a token belongs to, and the newer token its bearer is to use from now on. */
export type Found = { readonly caller: Caller; readonly nextToken?: string };

/** Finds who a token belongs to; owned by auth, given by the composition. */
export type FindCaller = (token: string, from?: Sender) => Promise<Found | undefined>;

/** Where a request came from, as far as its network and its headers tell. */
export type Sender = { readonly ip: string; readonly userAgent: string };

/** Finds which of these sessions still live, and whose they are; likewise. */
export type FindSessions = (ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, SessionOwner>>;

/** One HTTP server, and which routes it has bound: a test compares them with the protocol. */
export type Http = {
  readonly app: FastifyInstance;
  readonly findCaller: FindCaller;
  readonly checkProduct: CheckProduct;
  readonly limitUser?: LimitUser;
  readonly bound: Set<Route>;
};

/** Whether a risky product is running and open to somebody from there; given by the composition. */
export type CheckProduct = (
  product: Product,
  country: string | undefined,
) => Promise<Decision<true, 'feature_unavailable' | 'country_required'>>;

const USER_AGENT_MAX = 300;

/** A client that is gone already has no address any more. */
export const senderOf = ({ ip, headers }: FastifyRequest): Sender => ({
  ip: ip ?? '',
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
});
