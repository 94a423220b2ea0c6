export { changeLimit, limitAt, NOTHING_STORED, type StoredLimit, settleLimit } from './change-limit.ts';
export {
  checkCoolOff,
  checkDailyLimit,
  checkPersonalLimits,
  type LimitedAction,
  type PersonalLimits,
  startOfDay,
} from './check-personal-limits.ts';
export { LIMIT_KINDS, type LimitKind } from './kinds.ts';
export { checkLimitChange, isTighter, type Limit, NO_LIMIT } from './limit.ts';
export * as limitSettings from './settings.ts';
