import type { Input, Output, RefusalCode, Route } from '@app/protocol';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { refuseWith } from './accept.ts';
import { admit, type Exchange } from './admit.ts';
import { type Caller, type Http, senderOf } from './caller.ts';
import { trackEffect } from './effect-progress.ts';
import { inTraceOf } from './trace-requests.ts';

/** Data about the request besides its fields. */
export type RequestInfo = {
  readonly lang: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Sent by the client; empty if the route has no effect that could happen twice. */
  readonly idempotencyKey: string;
  /** Decoded fields in a fixed order, which the idempotency record compares; empty likewise. */
  readonly body: string;
};

type CallerOf<R extends Route> = R['access'] extends 'visitor'
  ? R['optionalSession'] extends true
    ? Caller | undefined
    : undefined
  : Caller;

/** Encoded answer of a route. */
export type Wire<R extends Route> = z.input<R['response']>;

/** Answer that is already encoded: for lists so long that a codec for every field is most of the work. */
export class EncodedResponse<R extends Route> {
  readonly data: Wire<R>;

  constructor(data: Wire<R>) {
    this.data = data;
  }
}

type Answer<R extends Route> = Output<R> | EncodedResponse<R>;

export type Handler<R extends Route> = (input: Input<R>, caller: CallerOf<R>, info: RequestInfo) => Promise<Answer<R>>;

/** The request's fields were invalid; `fields` names them, never their values. */
export class Malformed extends Error {
  readonly fields: readonly string[];
  readonly code: RefusalCode;

  constructor(fields: readonly string[], code: RefusalCode = 'parameter_error') {
    super(`malformed: ${fields.join(', ')}`);
    this.fields = fields;
    this.code = code;
  }
}

/** Binds one route to one handler. */
export const serve = <R extends Route>(http: Http, route: R, handle: Handler<R>): void =>
  bindRoute(http, route, {
    admit: async (exchange) => (await admit(http, route, exchange)) as CallerOf<R>, // Typed by the route's access.
    handle,
  });

type Binding<R extends Route, C> = {
  /** Identifies the caller, or refuses, before anything of the request is read. */
  readonly admit: (exchange: Exchange) => Promise<C>;
  readonly handle: (input: Input<R>, caller: C, info: RequestInfo) => Promise<Answer<R>>;
};

/** Binds a route whose callers are admitted in a way of their own: the only place that builds the success envelope. */
export function bindRoute<R extends Route, C>(
  http: Pick<Http, 'app' | 'bound'>,
  route: R,
  { admit: admitCaller, handle }: Binding<R, C>,
): void {
  http.bound.add(route);
  http.app.route({
    method: route.method,
    url: `/api${route.path}`,
    handler: async (request, reply) => {
      const caller = await admitCaller({ request, reply });
      const input = readInput(route, request);
      const info = infoOf(route, request, input);
      const run = async () => encodeAnswer(route, await handle(input, caller, info));
      const data = await inTraceOf(request, () => (route.effect ? trackEffect(run) : run()));
      return { type: 'ok', code: 1, message: 'ok', data };
    },
  });
}

const encodeAnswer = <R extends Route>(route: R, answer: Answer<R>): unknown =>
  answer instanceof EncodedResponse ? answer.data : z.encode(route.response, answer);

/** Decodes the fields of a request; those of the body win over those of the address. */
export function readInput<R extends Route>(route: R, request: FastifyRequest, body: unknown = request.body): Input<R> {
  const fields = { ...(request.query as object), ...(isObject(body) ? body : {}) };
  const decoded = z.safeDecode(route.request, fields as never); // Untrusted input is checked here.
  if (decoded.success) return decoded.data as Input<R>;
  const wrong = [...new Set(decoded.error.issues.map((issue) => issue.path.join('.')))];
  throw new Malformed(wrong, route.malformed?.[wrong[0] ?? '']);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function infoOf(route: Route, request: FastifyRequest, input: object): RequestInfo {
  const { 'idempotency-key': key } = request.headers;
  if (route.effect && typeof key !== 'string') refuseWith('idempotency_key_malformed');
  return {
    lang: languageOf(request),
    ...senderOf(request),
    idempotencyKey: typeof key === 'string' ? key : '',
    body: route.effect ? canonical(input) : '',
  };
}

/** Serializes fields as `[[name, value], …]`, sorted by name only: a hostile value may not even be comparable. */
export function canonical(input: object): string {
  const fields = input as Readonly<Record<string, unknown>>; // Any object has names and values.
  const entries = Object.keys(fields)
    .sort()
    .map((name) => `[${JSON.stringify(name)},${jsonOf(fields[name])}]`);
  return `[${entries.join()}]`;
}

/** Most fields are texts and decimals. JSON needs no function for those, and one for each value makes it slow. */
function jsonOf(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value === 'string') return JSON.stringify(value);
  const withBigints = (_name: string, part: unknown) => (typeof part === 'bigint' ? `${part}` : part);
  return JSON.stringify(value, withBigints) ?? 'null'; // As in an array.
}

/**
 * Returns the language of a request. The app sends `lang` with every call; whether texts exist in it is decided
 * elsewhere.
 */
export function languageOf(request: FastifyRequest): string {
  for (const source of [request.body, request.query]) {
    if (isObject(source) && 'lang' in source && typeof source.lang === 'string') return source.lang;
  }
  return 'en';
}
