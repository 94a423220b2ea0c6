export * from './block.routes.ts';
export * from './favourite.routes.ts';
export * from './routes.ts';
