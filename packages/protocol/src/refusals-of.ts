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
const OPTIONAL_SESSION: readonly RefusalCode[] = ['session_invalid', 'account_frozen'];
/** Refusals of the access check beyond "no session", by the access a route requires. */
const BY_ACCESS: Readonly<Record<string, readonly RefusalCode[]>> = {
  kyc1: ['identity_required'],
  kyc2: ['identity_required'],
  merchant: ['not_allowed'],
  trader: ['not_allowed'],
};
const WITH_PRODUCT: readonly RefusalCode[] = ['feature_unavailable', 'country_required'];
const WITH_EFFECT: readonly RefusalCode[] = [
  'idempotency_key_malformed',
  'idempotency_key_expired',
  'idempotency_key_reused',
  'result_unknown',
  'engine_unavailable',
];

const WITH_STEP_UP: readonly RefusalCode[] = [
  'step_up_required',
  'trade_password_wrong',
  'trade_password_missing',
  'code_wrong',
  'code_expired',
  'google_code_wrong',
];

/** Returns every refusal a route may return; a test fails if another occurs. */
export const refusalsOf = (route: Route): readonly RefusalCode[] => [
  ...ALWAYS,
  ...(route.access !== 'visitor' ? WITH_SESSION : route.optionalSession ? OPTIONAL_SESSION : []),
  ...(BY_ACCESS[route.access] ?? []),
  ...(route.product ? WITH_PRODUCT : []),
  ...(route.effect ? WITH_EFFECT : []),
  ...(route.stepUp ? WITH_STEP_UP : []),
  ...Object.values(route.malformed ?? {}),
  ...route.refusals,
];
