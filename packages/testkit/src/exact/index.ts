export * from './rational.ts';
export * from './slow-contract.ts';
export * from './slow-liquidation.ts';
export * from './slow-seconds.ts';
