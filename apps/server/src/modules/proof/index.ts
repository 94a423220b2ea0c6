export { checkReceipts, receiptHealth } from './check-receipts.ts';
export { hashReceipt, receiptEvidence } from './evidence.ts';
export { issueConversionReceipt, issueReceipts } from './issue-receipts.ts';
export { proofRoutes } from './proof.routes.ts';
export { findReceipts, findTradedTicks, type Receipt } from './proof.store.ts';
