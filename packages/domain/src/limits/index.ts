export { changeLimit, limitAt, NOTHING_STORED, type StoredLimit, settleLimit } from './change-limit.ts';
export {
  checkCoolOff,
  checkDailyLimit,
  checkPersonalLimits,
  type LimitedAction,
  type PersonalLimits,
  startOfDay,
} from './check-personal-limits.ts';
export { checkLimitChange, isTighter, LIMIT_KINDS, type Limit, type LimitKind, NO_LIMIT } from './limit.ts';
export * as limitSettings from './settings.ts';
