export type { Breach } from './audit.store.ts';
export { type AuditReport, audit, auditHealth, type OnBreach, replay } from './auditor.ts';
export type { FrozenReason } from './frozen.store.ts';
export { createLedger, type FreeLocks, type Ledger } from './ledger.ts';
export type { Account, AccountId } from './lines.ts';
export type { OwnerMove, OwnerMoves } from './moves.store.ts';
export { checkSeals } from './seal.ts';
