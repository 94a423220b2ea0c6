import { formatTraceparent, newTraceContext } from '@app/base';
import type { Call, Output, Route } from '@app/protocol';
import { proofFieldsOf } from '@app/protocol/step-up-fields';
import * as z from 'zod/mini';
import { CALL_TIMEOUT_MS, CHECK_EVERY_MS, CHECK_FOR_MS } from '../timing.ts';
import { CallRefused, isRefusedBody, NoResponse } from './call-refused.ts';
import type { PendingCalls, SameCall } from './pending-calls.ts';

z.config({ jitless: true }); // Otherwise zod tries `eval`, which the page's policy forbids.

export type CallDeps = {
  readonly origin: string;
  readonly language: () => string;
  readonly token: () => string | undefined;
  readonly scope: () => string;
  readonly pending: PendingCalls;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** The server ended the session of this token (type 999). */
  readonly onSessionEnded: (message: string, token: string | undefined) => void;
  /** The server requires identity verification first (type 998). */
  readonly onIdentityNeeded: (message: string) => void;
  /** The servers may be under maintenance. */
  readonly onMaintenance: () => void;
  /** The server replaces a token after some use; the old one stays valid for a short time. */
  readonly onNextToken: (next: string, token: string | undefined) => void;
  /** Every response carries the server's time. */
  readonly onDate: (date: string | null, requestedAt: number) => void;
};

export type CallOptions = SameCall & {
  /** A call with an effect has no response, and its result is being queried. */
  readonly onChecking?: () => void;
  readonly signal?: AbortSignal;
  /** Language of the answer, if it is not the app's. */
  readonly language?: string;
};

type Prepared = { readonly url: string; readonly init: RequestInit; readonly token: string | undefined };

/** Refusals that do not decide the original request: while a missing result is queried, it stays pending. */
const INCONCLUSIVE_CODES = ['too_many_requests', 'engine_unavailable', 'account_busy', 'maintenance'];

/** Creates the only client for the server, for every route of the protocol. */
export function makeCall(deps: CallDeps) {
  return async <R extends Route>(route: R, fields: Call<R>, options: CallOptions = {}): Promise<Output<R>> => {
    const { language = deps.language() } = options;
    const request = { route, body: formOf(route, fields), scope: deps.scope(), language };
    const decode = (data: unknown) => z.decode(route.response, data as never) as Output<R>; // Checked by the codec.
    // Step-up fields are not part of the intent: they are not stored, and with another proof it is the same call.
    const intent = route.stepUp === undefined ? request.body : formOf(route, fields, proofFieldsOf(route));
    if (route.effect) return await sendOnce(deps, { ...request, intent, decode, options });
    return decode(await sendAsUser(deps, request, options));
  };
}

function formOf(route: Route, fields: object, without: readonly string[] = []): string {
  const encoded = Object.entries(z.encode(route.request, fields as never)); // The caller's type is the codec's output.
  const form = new URLSearchParams();
  for (const [name, value] of encoded)
    if (value !== undefined && value !== null && !without.includes(name)) form.append(name, String(value));
  return form.toString();
}

/** Builds the request with the current token: the previous one may have been replaced since. */
function prepare(deps: CallDeps, { route, body, language }: Request, key?: string): Prepared {
  const token = deps.token();
  const headers = {
    // Joins what this call causes in all processes; whether it is recorded is the servers' decision.
    traceparent: formatTraceparent(newTraceContext(crypto.getRandomValues(new Uint8Array(24)))),
    ...(token !== undefined && { Authorization: token }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
  };
  const url = `${deps.origin}/api${route.path}`;
  const form = `${body}${body && '&'}lang=${language}`;
  if (route.method === 'GET') return { url: `${url}?${form}`, init: { method: 'GET', headers }, token };
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { url, init: { method: route.method, headers: { ...headers, ...type }, body: form }, token };
}

/** `scope` is the call's owner: it is repeated only for the same user and mode, whichever user is logged in by then. */
type Request = { readonly route: Route; readonly body: string; readonly scope: string; readonly language: string };
type Effect<Data> = Request & {
  readonly intent: string;
  readonly decode: (data: unknown) => Data;
  readonly options: CallOptions;
};

/** Sends the same payload with the same key until the outcome is known. */
async function sendOnce<Data>(deps: CallDeps, { decode, options, intent, ...request }: Effect<Data>): Promise<Data> {
  const { route, scope } = request;
  const startedAt = deps.now();
  const key = deps.pending.keep({ scope, path: route.path, body: intent, at: startedAt }, options);
  for (let isFirst = true; ; isFirst = false) {
    try {
      const data = await sendAsUser(deps, request, { ...options, key });
      const decoded = decodeOrUnknown(data, decode, key);
      deps.pending.forget(key);
      return decoded;
    } catch (error) {
      if (isDefinite(error, isFirst)) {
        deps.pending.forget(key);
        throw error;
      }
      if (hasEnded(error) || error instanceof UndecodableResponse) throw error;
      if (deps.now() - startedAt >= CHECK_FOR_MS) throw new NoResponse(error, key);
      options.onChecking?.();
      await deps.wait(CHECK_EVERY_MS);
      if (deps.scope() !== scope) throw new NoResponse(error, key);
    }
  }
}

/**
 * The call succeeded, but the app cannot parse the response: the key stays, so that a retry cannot execute it twice.
 */
class UndecodableResponse extends NoResponse {}

function decodeOrUnknown<Data>(data: unknown, decode: (data: unknown) => Data, key: string): Data {
  try {
    return decode(data);
  } catch (cause) {
    throw new UndecodableResponse(cause, key);
  }
}

const hasEnded = (error: unknown) => error instanceof CallRefused && error.type === 999;

function isDefinite(error: unknown, isFirst: boolean): boolean {
  if (!(error instanceof CallRefused) || error.code === 'result_unknown') return false;
  return isFirst || !(INCONCLUSIVE_CODES.includes(error.code) || error.type === 999);
}

/**
 * Sends a request once, and once more if another tab replaced the token while this one was suspended. A token is
 * refused before anything is executed, so nothing is executed twice.
 */
async function sendAsUser(deps: CallDeps, request: Request, { signal, key }: CallOptions) {
  const prepared = prepare(deps, request, key);
  try {
    return await send(deps, prepared, signal);
  } catch (error) {
    const isReplaced = deps.scope() === request.scope && deps.token() !== prepared.token;
    if (!hasEnded(error) || !isReplaced) throw error;
    return await send(deps, prepare(deps, request, key), signal);
  }
}

/** Sends one request: returns the data of a success, or throws a named error. */
async function send(deps: CallDeps, { url, init, token }: Prepared, cancelled?: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const signal = cancelled === undefined ? timeout : AbortSignal.any([timeout, cancelled]);
  const requestedAt = deps.now();
  const { status, body } = await fetch(url, { ...init, signal, credentials: 'omit', cache: 'no-store' })
    .then(async (response) => {
      deps.onDate(response.headers.get('date'), requestedAt);
      const next = response.headers.get('x-next-token');
      if (next !== null) deps.onNextToken(next, token);
      return { status: response.status, body: (await response.json()) as unknown };
    })
    .catch((cause: unknown) => Promise.reject(new NoResponse(cause)));
  if (status === 200 && isSuccess(body)) return body.data;
  if (!isRefusedBody(body)) throw new NoResponse(`HTTP ${status}`);
  if (body.type === 999) deps.onSessionEnded(body.message, token);
  if (body.error === 'maintenance') deps.onMaintenance();
  if (body.type === 998) deps.onIdentityNeeded(body.message);
  throw new CallRefused(body);
}

/** Reports success as a client sees it (decisions, "success, for a client"): HTTP 200 and (type ok or code 1). */
const isSuccess = (body: unknown): body is { data: unknown } =>
  typeof body === 'object' &&
  body !== null &&
  (('type' in body && body.type === 'ok') || ('code' in body && body.code === 1));
