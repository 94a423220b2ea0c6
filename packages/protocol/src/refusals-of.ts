import type { RefusalCode } from './errors/catalogue.ts';
import type { Route } from './route.ts';

const ALWAYS: readonly RefusalCode[] = [
  'parameter_error',
  'body_too_large',
  'too_many_requests',
  'maintenance',
  'internal',
];
const WITH_SESSION: readonly RefusalCode[] = ['login_required', 'session_invalid'];
const WITH_EFFECT: readonly RefusalCode[] = [
  'idempotency_key_malformed',
  'idempotency_key_expired',
  'idempotency_key_reused',
  'result_unknown',
  'engine_unavailable',
];

/** Everything a route may answer besides success; a test fails when another comes out. */
export const refusalsOf = (route: Route): readonly RefusalCode[] => [
  ...ALWAYS,
  ...(route.access === 'visitor' ? [] : WITH_SESSION),
  ...(route.effect ? WITH_EFFECT : []),
  ...route.refusals,
];
