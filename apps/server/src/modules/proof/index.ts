export { issueReceipts } from './issue-receipts.ts';
export { proofRoutes } from './proof.routes.ts';
export type { Receipt } from './proof.store.ts';
