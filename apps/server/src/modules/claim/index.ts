export { claimRoutes } from './claim.routes.ts';
export { CLAIM_STEPS, type ClaimPlan, type ClaimStep } from './credit/claim-plan.ts';
export { createClaims } from './credit/create-claims.ts';
export { claimDeskRoutes } from './desk/claim-desk.routes.ts';
export { claimTables } from './personal-tables.ts';
