export type { Mode } from '@app/domain/ledger';
export type { Product } from '@app/domain/reference';
export {
  type Access,
  type CallerLevel,
  checkAccess,
  STAFF_ROLES,
  type StaffRole,
  USER_ACCESS,
  type UserRole,
  type VerificationLevel,
} from './access.ts';
export { CODE_PURPOSES, type CodePurpose, VISITOR_PURPOSES, type VisitorPurpose } from './code-purposes.ts';
export { type RefusalBody, refusal, success } from './envelope.ts';
export { APP_MESSAGES, type AppMessage, type FollowUp, REFUSALS, type RefusalCode } from './errors/catalogue.ts';
export { PAGED_ROWS_MAX, TOTAL_MAX } from './fields.ts';
export { openApi } from './openapi.ts';
export { refusalsOf } from './refusals-of.ts';
export {
  type Call,
  type Input,
  type Method,
  type Output,
  type Route,
  route,
  type StepUp,
} from './route.ts';
export { NAMED_ROUTES, ROUTES } from './routes.ts';
export { NAMED_STAFF_ROUTES, STAFF_ROUTES } from './staff-routes.ts';
export { proofFieldsOf, stepUpFields } from './step-up-fields.ts';
