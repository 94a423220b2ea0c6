export type { Breach } from './audit.store.ts';
export { type AuditReport, audit, auditHealth, auditSeals, type OnBreach, replay } from './auditor.ts';
export type { ExternalReason } from './external.store.ts';
export type { FrozenReason } from './frozen.store.ts';
export { createLedger, type FreeLocks, type Ledger } from './ledger.ts';
export type { Account, AccountId } from './lines.ts';
export type { OwnerMove, OwnerMoves } from './moves.store.ts';
export { type PaidCapital, payCapital } from './pay-capital.ts';
