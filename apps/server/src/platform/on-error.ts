import { Refusal } from '@app/base';
import { refusalText } from '@app/i18n/server';
import { REFUSALS, type RefusalCode } from '@app/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { languageOf, Malformed } from './serve.ts';
import { isIdleTimeout, ResultUnknown } from './transact.ts';

type Answer = { code: RefusalCode; params?: Readonly<Record<string, string>>; fields?: readonly string[] };

const isCode = (code: string): code is RefusalCode => code in REFUSALS;

/** Handles every error of the server. A refusal is an answer; anything else is our bug and exposes only its trace. */
export function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, ...rest } = answerTo(error);
  if (code === 'internal' || code === 'result_unknown') request.log.error({ err: error }, 'http.request_failed');
  const { type, status } = REFUSALS[code];
  if (code === 'too_many_requests') void reply.header('retry-after', rest.params?.seconds ?? '1');
  const message = refusalText(languageOf(request), code, rest.params);
  return reply.code(status).send({ type, code: 0, message, error: code, ...rest, trace: request.id });
}

function answerTo(error: unknown): Answer {
  if (error instanceof Refusal && isCode(error.code)) {
    return Object.keys(error.params).length > 0 ? { code: error.code, params: error.params } : { code: error.code };
  }
  if (error instanceof Malformed) return { code: 'parameter_error', fields: error.fields };
  if (error instanceof ResultUnknown) return { code: 'result_unknown' };
  if (isIdleTimeout(error)) return { code: 'account_busy' };
  if (error instanceof DatabaseError) return { code: databaseAnswer(error) };
  return { code: transportAnswer(error) };
}

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

/** Maps a database error. The server rolled back, so certainly nothing was done; the same request may be sent again. */
function databaseAnswer({ code = '' }: DatabaseError): RefusalCode {
  if (code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED) return 'account_busy';
  return code.startsWith('57P') || code.startsWith('53') || code.startsWith('08') ? 'engine_unavailable' : 'internal';
}

/** Maps a transport error: the database or the bus could not be reached, or the request was not a valid one. */
function transportAnswer(error: unknown): RefusalCode {
  const {
    code = '',
    statusCode = 500,
    message = '',
  } = error as { code?: string; statusCode?: number; message?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large';
  if (statusCode === 404) return 'not_found';
  if (statusCode >= 400 && statusCode < 500) return 'parameter_error';
  const isLost =
    /ECONN|EPIPE|ETIMEDOUT/.test(code) || /Connection terminated|timeout exceeded when trying to connect/.test(message);
  return isLost ? 'engine_unavailable' : 'internal';
}
