export * from './compare-holding.ts';
