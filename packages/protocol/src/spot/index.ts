export * from './order-request.ts';
export * from './routes.ts';
