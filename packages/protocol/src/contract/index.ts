export * from './public-routes.ts';
export * from './routes.ts';
