import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';
import type { Book, Input, Output, Route } from '@app/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { refuseWith } from './accept.ts';

/** Who calls, as the session row says; nothing a request claims about its user is believed. */
export type Caller = { readonly userId: bigint; readonly sessionId: bigint; readonly book: Book };

/** What a handler may know of the request besides its fields. */
export type RequestInfo = {
  readonly lang: string;
  readonly ip: string;
  readonly userAgent: string;
  /** The client's, or one made here: then the call is not de-duplicated. */
  readonly idempotencyKey: string;
  /** The fields as they were decoded, in one order: what the idempotency record compares. */
  readonly body: string;
};

type CallerOf<R extends Route> = R['access'] extends 'visitor' ? undefined : Caller;

/** What an answer is once it is encoded. */
export type Wire<R extends Route> = z.input<R['response']>;

/** An answer that need not be encoded any more: for lists so long that a codec for every field is most of the work. */
export class InWireWords<R extends Route> {
  readonly data: Wire<R>;

  constructor(data: Wire<R>) {
    this.data = data;
  }
}

type Answer<R extends Route> = Output<R> | InWireWords<R>;

export type Handler<R extends Route> = (input: Input<R>, caller: CallerOf<R>, info: RequestInfo) => Promise<Answer<R>>;

/** Who a token belongs to, and the newer token its bearer is to use from now on. */
export type Found = { readonly caller: Caller; readonly nextToken?: string };

/** Finds who a token belongs to; owned by auth, given by the composition. */
export type FindCaller = (token: string) => Promise<Found | undefined>;

/** Finds which of these sessions still live, and whose they are; likewise. */
export type FindSessions = (ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, Caller>>;

/** One HTTP server, and which routes it has bound: a test compares them with the protocol. */
export type Http = { readonly app: FastifyInstance; readonly findCaller: FindCaller; readonly bound: Set<Route> };

/** The request's fields did not fit; `fields` names them, never their values. */
export class Malformed extends Error {
  readonly fields: readonly string[];

  constructor(fields: readonly string[]) {
    super(`malformed: ${fields.join(', ')}`);
    this.fields = fields;
  }
}

/** Binds one route to one handler: the only place that knows the envelope's good side. */
export function serve<R extends Route>(http: Http, route: R, handle: Handler<R>): void {
  http.bound.add(route);
  http.app.route({
    method: route.method,
    url: `/api${route.path}`,
    handler: async (request, reply) => {
      const found = await findBearer(http, route, request);
      // Told before the handler runs, so that a refusal tells it too.
      if (found?.nextToken !== undefined) void reply.header('x-next-token', found.nextToken);
      const caller = found?.caller;
      const input = readInput(route, request);
      const answer = await handle(input, caller as CallerOf<R>, infoOf(request, input)); // By access, as the type says.
      const data = answer instanceof InWireWords ? answer.data : z.encode(route.response, answer);
      return { type: 'ok', code: 1, message: 'ok', data };
    },
  });
}

/** The raw token, or one behind `Bearer `. No cookie ever carries authority. */
export async function findBearer(http: Http, route: Route, request: FastifyRequest): Promise<Found | undefined> {
  if (route.access === 'visitor') return undefined;
  const token = request.headers.authorization?.replace(/^Bearer /i, '').trim();
  if (!token) return refuseWith('login_required');
  return (await http.findCaller(token)) ?? refuseWith('session_invalid');
}

function readInput<R extends Route>(route: R, request: FastifyRequest): Input<R> {
  const fields = { ...(request.query as object), ...(isObject(request.body) ? request.body : {}) };
  const decoded = z.safeDecode(route.request, fields as never); // Anything may come; this is where it is checked.
  if (decoded.success) return decoded.data as Input<R>;
  throw new Malformed([...new Set(decoded.error.issues.map((issue) => issue.path.join('.')))]);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function infoOf(request: FastifyRequest, input: object): RequestInfo {
  const { 'idempotency-key': key, 'user-agent': userAgent = '' } = request.headers;
  return {
    lang: languageOf(request),
    ip: request.ip,
    userAgent: userAgent.slice(0, 300),
    idempotencyKey: typeof key === 'string' ? key : uuidV7(Date.now(), randomBytes(10)),
    body: canonical(input),
  };
}

/** By name only: a hostile value may not even be comparable. */
export const canonical = (input: object): string =>
  JSON.stringify(
    Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)),
    (_name, value) => (typeof value === 'bigint' ? `${value}` : value),
  );

/** The app sends `lang` with every call; whether there are texts in it is the texts' business. */
export function languageOf(request: FastifyRequest): string {
  for (const source of [request.body, request.query]) {
    if (isObject(source) && 'lang' in source && typeof source.lang === 'string') return source.lang;
  }
  return 'en';
}
