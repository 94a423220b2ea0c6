export { kycRoutes } from './kyc.routes.ts';
