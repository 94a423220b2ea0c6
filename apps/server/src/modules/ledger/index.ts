export type { Account, AccountId } from './account.ts';
export type { Breach } from './audit.store.ts';
export { type AuditReport, audit, auditHealth, type OnBreach, replay } from './auditor.ts';
export { createLedger, type Ledger } from './ledger.ts';
export type { OwnerMove, OwnerMoves } from './moves.store.ts';
export { checkSeals } from './seal.ts';
