export { issueReceipts } from './issue-receipts.ts';
export { proofRoutes } from './proof.routes.ts';
export { findOverlaps, type Receipt } from './proof.store.ts';
