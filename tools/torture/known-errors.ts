import { ResultUnknown } from '@app/server/platform/db/transact';
import { DatabaseError } from 'pg';

/**
 * Classified error. `unknown`: retry with the same ref. `refused`: it did not happen. `alien`: unexpected, the run
 * fails.
 */
export type Answer = { readonly kind: 'unknown' | 'refused' | 'alien'; readonly why: string };

/**
 * Codes for a server that is shutting down, gone, starting or full; or whose timeouts ended a transaction on an
 * overloaded machine.
 */
const UNKNOWN_CODES = [
  ...['57P01', '57P02', '57P03', '57014', '53300', '25P03', '55P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
];

/** Driver messages without a code for a lost connection. */
const UNKNOWN_MESSAGES = [
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'the connection was lost before the statement was sent',
];

/** Constraints that refuse overspending, which a random load attempts. */
const REFUSING_CONSTRAINTS = ['available_stays_above_its_floor', 'frozen_is_never_negative'];

/** Classifies every error a client may receive while its database is killed. */
export function classify(error: unknown): Answer {
  if (error instanceof ResultUnknown) return { kind: 'unknown', why: 'ResultUnknown' };
  if (!(error instanceof Error)) return { kind: 'alien', why: String(error) };
  const code = 'code' in error ? String(error.code) : '';
  if (UNKNOWN_CODES.includes(code)) return { kind: 'unknown', why: code };
  if (UNKNOWN_MESSAGES.includes(error.message)) return { kind: 'unknown', why: 'disconnected' };
  const constraint = error instanceof DatabaseError ? error.constraint : undefined;
  if (constraint !== undefined && REFUSING_CONSTRAINTS.includes(constraint))
    return { kind: 'refused', why: constraint };
  return { kind: 'alien', why: `${code} ${error.message}`.trim() };
}
