export { type DualTerms, settleDual } from './settle-dual.ts';
